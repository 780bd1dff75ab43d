import type { FundingSourceFact } from '@halyard/contracts';
import type { FundingSource } from './funding-source.entity.js';

/** What other services know of a funding source: nothing of its name and numbers. */
export const fundingSourceFact = (source: FundingSource): FundingSourceFact => ({
  fundingSourceId: source.id,
  accountId: source.accountId,
  ownerKind: source.ownerKind,
  ownerId: source.ownerId,
  type: source.type,
  status: source.status,
  removed: source.removedAt !== null,
  version: source.version,
});
