import { type CollectionAnswer, ref, type ResourceAnswer } from '@halyard/contracts';
import type { Customer } from '../customer/customer.entity.js';
import { mayChangeOwners } from '../customer/ownership.js';
import type { BeneficialOwner, OwnerStatus } from './beneficial-owner.entity.js';
import { asksForPapers, mayRetry } from './owner-states.js';

export type ShownOwner = Omit<BeneficialOwner, 'numbers'>;

/**
 * Shows an owner without numbers and date of birth (reference facts, section 4). The state of the company decides which
 * links it has.
 */
export function beneficialOwnerAnswer(
  { id, firstName, lastName, address, verificationStatus, created }: ShownOwner,
  company: Pick<Customer, 'ownership' | 'status'>,
): ResourceAnswer<'beneficial-owner'> {
  const may = (isAskedFor: (status: OwnerStatus) => boolean) =>
    isAskedFor(verificationStatus) && mayChangeOwners(company);
  return {
    type: 'resource',
    kind: 'beneficial-owner',
    id,
    attributes: { id, firstName, lastName, address, verificationStatus, created: created.toISOString() },
    links: {
      'retry-verification': may(mayRetry) ? ref('beneficial-owner', id) : undefined,
      'verify-with-document': may(asksForPapers) ? ref('listBeneficialOwnerDocuments', id) : undefined,
      remove: mayChangeOwners(company) ? ref('beneficial-owner', id) : undefined,
    },
  };
}

export const beneficialOwnerList = (
  company: Customer,
  owners: readonly BeneficialOwner[],
  wantsForms = false,
): CollectionAnswer => ({
  type: 'collection',
  self: ref('listBeneficialOwners', company.id),
  of: 'beneficial-owner',
  items: owners.map((owner) => beneficialOwnerAnswer(owner, company)),
  total: owners.length,
  ...(wantsForms && !mayChangeOwners(company) && { isClosed: true }),
});
