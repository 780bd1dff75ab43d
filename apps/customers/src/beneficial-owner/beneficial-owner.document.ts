import type { CollectionDocument, ResourceDocument } from '@halyard/contracts';
import { ref } from '@halyard/contracts';
import type { BeneficialOwner } from './beneficial-owner.entity.js';
import { asksForPapers, mayRetry } from './owner-states.js';

/** The columns of an owner that the public resource is made from. */
export type ShownOwner = Omit<BeneficialOwner, 'numbers'>;

/** The public resource (reference facts, section 4): without numbers and date of birth. */
export const beneficialOwnerDocument = ({
  id,
  firstName,
  lastName,
  address,
  verificationStatus,
  created,
}: ShownOwner): ResourceDocument<'beneficial-owner'> => ({
  document: 'resource',
  kind: 'beneficial-owner',
  id,
  attributes: { id, firstName, lastName, address, verificationStatus, created: created.toISOString() },
  links: {
    'retry-verification': mayRetry(verificationStatus) ? ref('beneficial-owner', id) : undefined,
    'verify-with-document': asksForPapers(verificationStatus) ? ref('beneficial-owner-documents', id) : undefined,
  },
});

export const beneficialOwnerList = (customerId: string, owners: readonly BeneficialOwner[]): CollectionDocument => ({
  document: 'collection',
  self: ref('beneficial-owners', customerId),
  of: 'beneficial-owner',
  items: owners.map(beneficialOwnerDocument),
  total: owners.length,
});
