import type { CustomersFact } from '@halyard/contracts';
import type { CustomerStatus } from './customer.entity.js';

/** How the check of a person's identity can end. */
export type IdentityOutcome = Extract<CustomerStatus, 'verified' | 'retry' | 'document' | 'suspended'>;

/** What is told of each outcome. */
export const outcomeEvents: Readonly<Record<IdentityOutcome, CustomersFact['type']>> = {
  verified: 'customers.customer-verified.v1',
  retry: 'customers.customer-reverification-needed.v1',
  document: 'customers.customer-verification-document-needed.v1',
  suspended: 'customers.customer-suspended.v1',
};

const isOutcome = (word: string): word is IdentityOutcome => Object.hasOwn(outcomeEvents, word);

/** The sandbox looks at the first name alone: it names the outcome, and any other name passes (specification, sandbox 1). */
export const simulateIdentityCheck = (firstName: string): IdentityOutcome =>
  isOutcome(firstName) ? firstName : 'verified';
