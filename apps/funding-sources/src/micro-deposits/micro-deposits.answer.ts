import type { ResourceAnswer, ResourceRef } from '@halyard/contracts';
import { isReturnCode, returnCodes } from '@halyard/core';
import { attemptsLeft, type MicroDeposits, type MicroDepositsFailure } from '../funding-source/micro-deposits.model.js';

/**
 * Micro-deposits have the source's own id (reference facts, section 6.7). `attemptsLeft` is an addition. It is absent
 * if attempts are left but nobody may name the amounts now.
 *
 * @param verify where the amounts can be named, if they can be now
 */
export function microDepositsAnswer(
  id: string,
  deposits: MicroDeposits,
  verify?: ResourceRef,
): ResourceAnswer<'micro-deposits'> {
  const { status, created, failure } = deposits;
  return {
    type: 'resource',
    kind: 'micro-deposits',
    id,
    attributes: {
      created,
      status,
      ...((verify ?? status === 'failed') && { attemptsLeft: attemptsLeft(deposits) }),
      ...(failure && { failure: { code: failure, description: descriptionOf(failure) } }),
    },
    links: { 'verify-micro-deposits': verify },
  };
}

const descriptionOf = (failure: MicroDepositsFailure): string =>
  isReturnCode(failure) ? returnCodes[failure].title : 'Too many attempts.';
