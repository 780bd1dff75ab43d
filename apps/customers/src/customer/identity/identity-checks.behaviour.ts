import { describe, expect, it } from '@jest/globals';
import { newId } from '@halyard/core';
import type { CheckOutcome } from '../states/customer-states.js';
import type { CheckedIdentity, CheckRequest, IdentityChecks, CheckedPart } from './identity-checks.js';

const identity: CheckedIdentity = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  businessName: 'Engines',
  address: { address1: '1 Main St', city: 'Ames', state: 'IA', postalCode: '50010', country: 'US' },
};

/** Every row of reference facts 2.9, for first and second tries. */
export const outcomes: readonly (readonly [CheckedPart, Partial<CheckedIdentity>, CheckOutcome, CheckOutcome])[] = [
  ['person', {}, 'pass', 'pass'],
  ['person', { firstName: 'verified' }, 'pass', 'pass'],
  ['person', { firstName: 'retry' }, 'ask again', 'pass'],
  ['person', { firstName: 'document' }, 'ask for papers', 'ask for papers'],
  ['person', { firstName: 'suspended' }, 'refuse', 'refuse'],
  ['person', { firstName: 'Retry' }, 'pass', 'pass'],
  ['person', { firstName: 'constructor' }, 'pass', 'pass'],
  ['controller', { firstName: 'verified' }, 'pass', 'pass'],
  ['controller', { firstName: 'retry' }, 'ask again', 'pass'],
  ['controller', { firstName: 'document' }, 'ask for papers', 'ask for papers'],
  ['controller', { firstName: 'suspended' }, 'refuse', 'refuse'],
  ['business', {}, 'pass', 'pass'],
  ['business', { businessName: 'retry' }, 'ask again', 'pass'],
  ['business', { businessName: 'document' }, 'ask for papers', 'ask for papers'],
  ['business', { businessName: 'suspended' }, 'pass', 'pass'],
  ['business', { firstName: 'suspended' }, 'refuse', 'refuse'],
  ['owner', {}, 'pass', 'pass'],
  ['owner', { firstName: 'incomplete' }, 'ask again', 'ask again'], // then papers are asked for (section 4)
  ['owner', { firstName: 'document' }, 'ask for papers', 'ask for papers'],
];

export function identityChecksBehaviour(checks: () => IdentityChecks): void {
  const ask = async (request: Partial<CheckRequest>): Promise<CheckOutcome> =>
    (await checks().check({ id: newId(), subject: 'person', isSecond: false, identity, ...request })).outcome;

  describe('a check', () => {
    it.each(outcomes)('of a %s with %j: %s, on the second try %s', async (subject, changes, first, second) => {
      const request = { subject, identity: { ...identity, ...changes } };
      expect(await ask(request)).toBe(first);
      expect(await ask({ ...request, isSecond: true })).toBe(second);
    });

    it('is the same under the same id, however often and close together it is sent', async () => {
      const request = { id: newId(), identity: { ...identity, firstName: 'document' } };
      expect(await Promise.all([ask(request), ask(request), ask(request)])).toEqual(Array(3).fill('ask for papers'));
    });

    it('can be made', () => expect(checks().isAvailable).toBe(true));
  });
}
