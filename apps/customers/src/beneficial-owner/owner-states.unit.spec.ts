import type {} from '@halyard/contracts/beneficial-owners';
import { describe, expect, it } from '@jest/globals';
import { checkOutcomes } from '../customer/states/customer-states.js';
import { byAcceptedPapers, type OwnerStep, ownerStates } from './owner-states.js';

const told = (step: OwnerStep | undefined): string | undefined =>
  step && `${step.to}, ${step.event.replace(/^customers\.beneficial-owner-(.*)\.v1$/, '$1')}`;
const verified = 'verified, verified';
const incomplete = 'incomplete, reverification-needed';
const document = 'document, verification-document-needed';

/** Status × outcome of the check → status and event; undefined where no check takes place. */
const rows: Readonly<Record<keyof typeof ownerStates, readonly (string | undefined)[]>> = {
  //             pass, ask again, ask for papers, refuse, review
  new: [verified, incomplete, document, document, document],
  incomplete: [verified, document, document, document, document],
  document: [verified, undefined, undefined, undefined, undefined],
  verified: [undefined, undefined, undefined, undefined, undefined],
};

describe('the states of an owner', () => {
  it.each(Object.entries(rows))('%s', (state, expected) => {
    const steps: Readonly<Partial<Record<string, OwnerStep>>> = ownerStates[state as keyof typeof ownerStates];
    expect(checkOutcomes.map((outcome) => told(steps[outcome]))).toEqual(expected);
  });

  it.each([
    ['document', verified],
    ['incomplete', undefined],
    ['verified', undefined],
  ] as const)('lead from %s by accepted papers to %s', (status, expected) => {
    expect(told(byAcceptedPapers(status))).toBe(expected);
  });

  it('are all there', () => expect(Object.keys(ownerStates)).toEqual(Object.keys(rows)));
});
