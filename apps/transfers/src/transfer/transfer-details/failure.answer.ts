import { ref, type ResourceAnswer } from '@halyard/contracts';
import { returnCodes } from '@halyard/core';
import { bankOf } from '../transfer.answer.js';
import type { Transfer } from '../transfer.entity.js';

/**
 * Why a transfer failed (reference facts 7.9); undefined if it has not.
 *
 * @param main the main transfer of a fee: a fee that failed together with it names the bank that returned the main
 * transfer
 */
export function failureAnswer(
  transfer: Transfer,
  main: Transfer = transfer,
): ResourceAnswer<'transfer-failure'> | undefined {
  if (transfer.failureCode === null) return undefined;
  const { title, description } = returnCodes[transfer.failureCode];
  const bank = bankOf(main.failureCode === transfer.failureCode ? main : transfer);
  return {
    type: 'resource',
    kind: 'transfer-failure',
    id: transfer.id,
    attributes: { code: transfer.failureCode, description: title, explanation: description },
    links: {
      'failed-funding-source': ref('funding-source', bank.fundingSourceId),
      customer: bank.ownerKind === 'customer' ? ref('customer', bank.ownerId) : undefined,
    },
  };
}
