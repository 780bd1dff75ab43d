import { describe, expect, it } from '@jest/globals';
import { customerStatuses, customerTypes } from '../customer.entity.js';
import {
  checkOutcomes,
  clientCommands,
  type Command,
  operatorCommands,
  statusAfter,
  stepOf,
} from './customer-states.js';

const updated = 'customers.customer-updated.v1';
const verified = 'customers.customer-verified.v1';
const retry = 'customers.customer-reverification-needed.v1';
const document = 'customers.customer-verification-document-needed.v1';
const review = 'customers.customer-verification-pending-review.v1';
const suspended = 'customers.customer-suspended.v1';
const deactivated = 'customers.customer-deactivated.v1';
const activated = 'customers.customer-activated.v1';

/** Status, command, new status, event: every row of reference facts, section 2.5. */
const transitions = [
  ['unverified', 'edit', 'unverified', updated],
  ['unverified', 'become unverified', 'unverified', updated],
  ['unverified', 'pass', 'verified', verified],
  ['unverified', 'ask again', 'retry', retry],
  ['unverified', 'ask for papers', 'document', document],
  ['unverified', 'refuse', 'suspended', suspended],
  ['unverified', 'review', 'document', review],
  ['unverified', 'deactivate', 'deactivated', deactivated],
  ['unverified', 'suspend', 'suspended', suspended],
  ['retry', 'pass', 'verified', verified],
  ['retry', 'ask again', 'document', document],
  ['retry', 'ask for papers', 'document', document],
  ['retry', 'refuse', 'suspended', suspended],
  ['retry', 'review', 'document', review],
  ['retry', 'deactivate', 'deactivated', deactivated],
  ['retry', 'suspend', 'suspended', suspended],
  ['document', 'pass', 'verified', verified],
  ['document', 'ask again', 'retry', retry],
  ['document', 'ask for papers', 'document', document],
  ['document', 'refuse', 'suspended', suspended],
  ['document', 'review', 'document', review],
  ['document', 'deactivate', 'deactivated', deactivated],
  ['document', 'suspend', 'suspended', suspended],
  ['verified', 'edit', 'verified', updated],
  ['verified', 'deactivate', 'deactivated', deactivated],
  ['verified', 'suspend', 'suspended', suspended],
  ['deactivated', 'reactivate', 'verified', activated],
  ['deactivated', 'suspend', 'suspended', suspended],
  ['suspended', 'reinstate', 'verified', activated],
] as const;

const commands: readonly Command[] = [...clientCommands, ...operatorCommands, ...checkOutcomes];
const beginsCheck: readonly string[] = ['unverified upgrade', 'retry retry'];

const standing = (status: (typeof customerStatuses)[number], command: Command) =>
  ({
    type: command === 'become unverified' ? 'receive-only' : 'unverified',
    status,
    statusBefore: status === 'deactivated' || status === 'suspended' ? 'verified' : null,
  }) as const;

describe('the states of a customer', () => {
  it.each(transitions)('%s, %s: %s', (from, command, to, event) => {
    const before = standing(from, command);
    const restorable = { deactivated: from, suspended: before.statusBefore ?? from };
    const statusBefore = command === 'refuse' ? 'document' : (restorable[to as keyof typeof restorable] ?? null);
    expect(statusAfter(command, before)).toEqual({ status: to, statusBefore, event });
  });

  it('allow nothing else', () => {
    const allowed = new Set(transitions.map(([from, command]) => `${from} ${command}`));
    for (const status of customerStatuses) {
      for (const command of commands) {
        const key = `${status} ${command}`;
        if (allowed.has(key)) continue;
        expect([key, statusAfter(command, standing(status, command))]).toEqual([key, undefined]);
        const step = stepOf(command, standing(status, command));
        expect([key, step]).toEqual([key, beginsCheck.includes(key) ? { begins: 'check' } : undefined]);
      }
    }
  });

  it.each(['unverified', 'retry', 'document', 'verified'] as const)('restore %s', (statusBefore) => {
    const restored = { status: statusBefore, statusBefore: null, event: activated };
    expect(statusAfter('reactivate', { type: 'personal', status: 'deactivated', statusBefore })).toEqual(restored);
    expect(statusAfter('reinstate', { type: 'personal', status: 'suspended', statusBefore })).toEqual(restored);
  });

  it.each([
    ['become unverified', ['receive-only']],
    ['upgrade', ['unverified']],
    ['deactivate', customerTypes],
  ] as const)('allow %s to the types %j alone', (command, types) => {
    const able = customerTypes.filter((type) => stepOf(command, { type, status: 'unverified' }));
    expect(able).toEqual(types);
  });

  describe.each([
    ['deactivated', { status: 'deactivated' }],
    ['suspended', { status: 'suspended' }],
    ['closed to be erased', { status: 'deactivated', erasureId: '0197c0de-0000-7000-8000-000000000001' }],
  ] as const)('of one who was %s meanwhile', (_, closed) => {
    it.each([
      ['pass', 'verified'],
      ['ask again', 'retry'],
      ['ask for papers', 'document'],
    ] as const)('keep %s for when the customer comes back', (command, statusBefore) => {
      const before = { type: 'personal', statusBefore: 'document', ...closed } as const;
      expect(statusAfter(command, before)).toEqual({ status: closed.status, statusBefore, event: updated });
    });
  });

  it('suspend whoever is refused, deactivated or not', () => {
    const before = { type: 'personal', status: 'deactivated', statusBefore: 'document' } as const;
    expect(statusAfter('refuse', before)).toEqual({ status: 'suspended', statusBefore: 'document', event: suspended });
  });
});
