import { ref, type ResourceDocument } from '@halyard/contracts';
import type { FundingSource } from '../funding-source/funding-source.entity.js';

type Standing = Pick<FundingSource, 'id' | 'status' | 'removedAt' | 'microDepositsStatus' | 'microDepositsCreated'>;

/** The micro-deposits of a source, which has them below its own id (reference facts, section 6.7). */
export function microDepositsDocument(source: Standing): ResourceDocument<'micro-deposits'> {
  const { id, microDepositsStatus: status, microDepositsCreated: created } = source;
  return {
    document: 'resource',
    kind: 'micro-deposits',
    id,
    attributes: {
      created: created?.toISOString(),
      status,
      ...(status === 'failed' && { failure: { code: 'TooManyAttempts', description: 'Too many attempts.' } }),
    },
    links: isOpen(source) ? { 'verify-micro-deposits': ref('micro-deposits', id) } : {},
  };
}

/** Amounts can be tried as soon as the deposits are on their way, and until they verified the bank or failed to. */
export const isOpen = ({ status, removedAt, microDepositsStatus }: Omit<Standing, 'id'>): boolean =>
  status === 'unverified' &&
  removedAt === null &&
  (microDepositsStatus === 'pending' || microDepositsStatus === 'processed');
