import { capabilities } from '@halyard/contracts';
import type { Customer, OwnershipStatus } from './customer.entity.js';

/** What stands of who owns a customer. */
export type Ownership = Pick<Customer, 'ownership' | 'graceEnd' | 'unverifiedOwners'>;

/** Of whoever needs no certification: a person, a sole proprietor (reference facts, section 4). */
export const NO_OWNERSHIP: Ownership = { ownership: null, graceEnd: null, unverifiedOwners: 0 };

/** Of a company that has said nothing of its owners yet. */
export const UNCERTIFIED: Ownership = { ownership: 'uncertified', graceEnd: null, unverifiedOwners: 0 };

/** Companies have owners to certify; a sole proprietor is the owner. */
export const hasOwners = ({ businessType }: Pick<Customer, 'businessType'>): boolean =>
  businessType !== null && businessType !== 'soleProprietorship';

/** Whether anything of the owners may change: there are some, and what reaches a closed customer is refused. */
export const mayChangeOwners = ({ ownership, status }: Pick<Customer, 'ownership' | 'status'>): boolean =>
  ownership !== null && capabilities[status].receive !== 'refused';

/** Of a customer that is only just becoming what it is. */
export const newOwnership = (customer: Pick<Customer, 'businessType'>): Ownership =>
  hasOwners(customer) ? UNCERTIFIED : NO_OWNERSHIP;

/** Of a customer that says anew what business it is: owners that were named stay, and what was certified of them. */
export function keptOwnership(before: Ownership, next: Pick<Customer, 'businessType'>): Ownership {
  const { ownership, graceEnd, unverifiedOwners } = before;
  if (!hasOwners(next)) return { ...NO_OWNERSHIP, unverifiedOwners };
  return ownership === null ? { ...UNCERTIFIED, unverifiedOwners } : { ownership, graceEnd, unverifiedOwners };
}

/** For how long a change of the owners leaves a certified company free to send. */
const GRACE_MS = 30 * 24 * 60 * 60_000;

/** Before all time: whoever may send until then can't by any clock. */
const NEVER = new Date(0);

/** When sending ends, or has ended, by the account's clock; undefined where nothing ends it. */
export function maySendUntil({ ownership, graceEnd, unverifiedOwners }: Ownership): Date | undefined {
  if (ownership === null) return undefined;
  if (ownership === 'uncertified' || unverifiedOwners > 0) return NEVER;
  return graceEnd ?? undefined;
}

/** As it is at a time: once the grace is over it is as if nobody had certified. */
export const ownershipAt = ({ ownership, graceEnd }: Ownership, at: Date): OwnershipStatus | null =>
  graceEnd !== null && at >= graceEnd ? 'uncertified' : ownership;

/** After an owner was added, changed or removed. Another change does not prolong the grace. */
export const afterChange = (before: Ownership, unverifiedOwners: number, at: Date): Ownership =>
  before.ownership === 'certified'
    ? { ownership: 'recertify', graceEnd: new Date(at.getTime() + GRACE_MS), unverifiedOwners }
    : { ...before, unverifiedOwners };

/** After papers of an owner, who stays who it is: what was certified stands. */
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
