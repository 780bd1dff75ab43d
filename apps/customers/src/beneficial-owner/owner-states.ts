import type { CustomersFact } from '@halyard/contracts/customers';
import type { CheckOutcome } from '../customer/states/customer-states.js';
import type { OwnerStatus } from './beneficial-owner.entity.js';

/** A new status, and the event that announces it. */
export interface OwnerStep {
  readonly to: OwnerStatus;
  readonly event: CustomersFact['type'];
}

const verified: OwnerStep = { to: 'verified', event: 'customers.beneficial-owner-verified.v1' };
const incomplete: OwnerStep = {
  to: 'incomplete',
  event: 'customers.beneficial-owner-reverification-needed.v1',
};
const document: OwnerStep = {
  to: 'document',
  event: 'customers.beneficial-owner-verification-document-needed.v1',
};

/** Documents settle what the check could not, both after a refusal and during a review. */
const byPapers = { 'ask for papers': document, refuse: document, review: document };

/**
 * The states of an owner (reference facts, section 4). The check of a new owner leads to them, and so does the check of
 * an incomplete owner whose data was sent again. Documents verify an owner that has to show some.
 */
export const ownerStates = {
  new: { pass: verified, 'ask again': incomplete, ...byPapers },
  incomplete: { pass: verified, 'ask again': document, ...byPapers },
  document: { pass: verified },
  verified: {},
} as const satisfies Readonly<Record<OwnerStatus | 'new', Readonly<Partial<Record<CheckOutcome, OwnerStep>>>>>;

export const asksForPapers = (status: OwnerStatus): status is 'document' => status === 'document';

/** The step after accepted documents; undefined if none are asked for any more. */
export const byAcceptedPapers = (status: OwnerStatus): OwnerStep | undefined =>
  asksForPapers(status) ? ownerStates[status].pass : undefined;

export const mayRetry = (status: OwnerStatus): status is 'incomplete' => status === 'incomplete';
