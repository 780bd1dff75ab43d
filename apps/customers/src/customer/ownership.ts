import { DAY_MS } from '@halyard/core';
import { capabilities } from '@halyard/contracts/parties';
import type { Customer, OwnershipStatus } from './customer.entity.js';

export type Ownership = Pick<Customer, 'ownership' | 'graceEnd' | 'unverifiedOwners'>;

/** Persons and sole proprietors need no certification (reference facts, section 4). */
export const NO_OWNERSHIP: Ownership = { ownership: null, graceEnd: null, unverifiedOwners: 0 };

export const UNCERTIFIED: Ownership = { ownership: 'uncertified', graceEnd: null, unverifiedOwners: 0 };

/** Companies have owners to certify; a sole proprietor is the owner. */
const hasOwners = ({ businessType }: Pick<Customer, 'businessType'>): boolean =>
  businessType !== null && businessType !== 'soleProprietorship';

/** Owners may change only if the customer is a company that is not closed, that is, may receive. */
export const mayChangeOwners = ({ ownership, status }: Pick<Customer, 'ownership' | 'status'>): boolean =>
  ownership !== null && capabilities[status].receive !== 'refused';

export const newOwnership = (customer: Pick<Customer, 'businessType'>): Ownership =>
  hasOwners(customer) ? UNCERTIFIED : NO_OWNERSHIP;

/** If a customer states its type of business again, its owners and their certification are kept. */
export function keptOwnership(before: Ownership, next: Pick<Customer, 'businessType'>): Ownership {
  const { ownership, graceEnd, unverifiedOwners } = before;
  if (!hasOwners(next)) return { ...NO_OWNERSHIP, unverifiedOwners };
  return ownership === null ? { ...UNCERTIFIED, unverifiedOwners } : { ownership, graceEnd, unverifiedOwners };
}

/** A certified company may still send for this long after its owners have changed. */
const GRACE_MS = 30 * DAY_MS;

/** Before any account's clock: whoever may send until then may never send. */
const NEVER = new Date(0);

/** When sending ends, or has ended, by the account's clock; undefined if it does not end. */
export function maySendUntil({ ownership, graceEnd, unverifiedOwners }: Ownership): Date | undefined {
  if (ownership === null) return undefined;
  if (ownership === 'uncertified' || unverifiedOwners > 0) return NEVER;
  return graceEnd ?? undefined;
}

/** After the grace period the ownership counts as uncertified. */
export const ownershipAt = ({ ownership, graceEnd }: Ownership, at: Date): OwnershipStatus | null =>
  graceEnd !== null && at >= graceEnd ? 'uncertified' : ownership;

/** The ownership after an owner was added, changed or removed. Another change does not extend the grace period. */
export const afterChange = (before: Ownership, unverifiedOwners: number, at: Date): Ownership =>
  before.ownership === 'certified'
    ? { ownership: 'recertify', graceEnd: new Date(at.getTime() + GRACE_MS), unverifiedOwners }
    : { ...before, unverifiedOwners };

/** The ownership after documents of an owner were reviewed: it is the same person, so the certification stays. */
export const afterPapers = ({ ownership, graceEnd }: Ownership, unverifiedOwners: number): Ownership => ({
  ownership,
  graceEnd,
  unverifiedOwners,
});

export const afterCertification = ({ unverifiedOwners }: Ownership): Ownership => ({
  ownership: 'certified',
  graceEnd: null,
  unverifiedOwners,
});
