import { ref, type ResourceDocument } from '@halyard/contracts';
import { isReturnCode, returnCodes } from '@halyard/core';
import type { FundingSource } from '../funding-source/funding-source.entity.js';
import {
  attemptsLeft,
  isOpen,
  type MicroDeposits,
  type MicroDepositsFailure,
} from '../funding-source/micro-deposits.model.js';

type Standing = Pick<FundingSource, 'id' | 'status' | 'removedAt'>;

/**
 * The micro-deposits of a source, under the source's own id (reference facts, section 6.7). `attemptsLeft` is an
 * addition.
 */
export function microDepositsDocument(
  { id, ...source }: Standing,
  deposits: MicroDeposits,
): ResourceDocument<'micro-deposits'> {
  const { status, created, failure } = deposits;
  const canVerify = source.status === 'unverified' && source.removedAt === null && isOpen(deposits);
  return {
    document: 'resource',
    kind: 'micro-deposits',
    id,
    attributes: {
      created,
      status,
      ...(canVerify && { attemptsLeft: attemptsLeft(deposits) }),
      ...(failure && { failure: { code: failure, description: descriptionOf(failure) } }),
    },
    links: canVerify ? { 'verify-micro-deposits': ref('micro-deposits', id) } : {},
  };
}

const descriptionOf = (failure: MicroDepositsFailure): string =>
  isReturnCode(failure) ? returnCodes[failure].title : 'Too many attempts.';
