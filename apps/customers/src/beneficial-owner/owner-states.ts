import type { CustomersFact } from '@halyard/contracts';
import type { CheckOutcome } from '../customer/states/customer-states.js';
import type { OwnerStatus } from './beneficial-owner.entity.js';

/** Where a check leads, and what is told of it. */
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

/** Papers settle what a checker could not, be it that it refused or has not made up its mind. */
const byPapers = { 'ask for papers': document, refuse: document, review: document };

/**
 * The states of an owner (reference facts, section 4): what a check comes to, of a new owner and of one whose data was
 * sent anew, which is allowed to an incomplete one alone. Papers verify one who is to show them.
 */
export const ownerStates = {
  new: { pass: verified, 'ask again': incomplete, ...byPapers },
  incomplete: { pass: verified, 'ask again': document, ...byPapers },
  document: { pass: verified },
  verified: {},
} as const satisfies Readonly<Record<OwnerStatus | 'new', Readonly<Partial<Record<CheckOutcome, OwnerStep>>>>>;

/** Whether an owner is to show papers. */
export const asksForPapers = (status: OwnerStatus): status is 'document' => status === 'document';

/** Where papers that are accepted lead; nowhere where none are asked for any more. */
export const byAcceptedPapers = (status: OwnerStatus): OwnerStep | undefined =>
  asksForPapers(status) ? ownerStates[status].pass : undefined;

/** Whether the data of an owner may be sent anew. */
export const mayRetry = (status: OwnerStatus): status is 'incomplete' => status === 'incomplete';
