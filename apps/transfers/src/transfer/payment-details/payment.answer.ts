import { ref, type ResourceAnswer } from '@halyard/contracts';
import { amountInUsd, isReturnCode, returnCodes } from '@halyard/core';
import { outcomeStatus, type TransferFailure } from '../payment-outcome.js';
import type { Now } from '../transfer-states.js';
import { transferAnswer } from '../transfer.answer.js';
import type { Transfer } from '../transfer.entity.js';
import { expectedDates } from './expected-dates.js';
import type { PaymentHistory } from './payment.history.js';

/** Descriptions of our own reasons why a transfer was never created, by reason. */
const descriptions: Readonly<Record<string, string>> = {
  InsufficientFunds: 'The balance that was to pay it held less than the amount.',
  ReceiverClosed: 'Its receiver could not be paid at a bank any more.',
};

/** Everything that one POST /transfers caused (decision "a chain of legs"). */
export function paymentAnswer(history: PaymentHistory, now: Now): ResourceAnswer<'payment'> {
  const { terms, transfers, timeline, failure } = history;
  const { paymentId: id, correlationId, at } = terms;
  const answers = (wanted: readonly Transfer[]) => wanted.map((transfer) => transferAnswer(transfer, now));
  const main = transfers.find((transfer) => transfer.id === id);
  return {
    type: 'resource',
    kind: 'payment',
    id,
    attributes: {
      id,
      status: outcomeStatus(history),
      amount: amountInUsd(main?.amountMinor ?? 0n),
      created: at,
      correlationId,
      failure: failure && { ...failure, description: descriptionOf(failure) },
      expected: transfers.filter(isExpected).map((transfer) => expectedOf(transfer, transfers, now)),
      timeline,
    },
    links: { transfer: ref('transfer', id), timeline: ref('payment-timeline', id) },
    embedded: {
      transfers: answers(transfers.filter(({ kind }) => kind !== 'fee')),
      fees: answers(transfers.filter(({ kind }) => kind === 'fee')),
    },
  };
}

/** A failed or cancelled transfer has no expected date. */
const isExpected = ({ status }: Transfer): boolean => status === 'pending' || status === 'processed';

function expectedOf(transfer: Transfer, all: readonly Transfer[], { hours }: Now) {
  const { earliest, latest } = expectedDates(transfer, all, hours);
  return { transfer: transfer.id, earliest: earliest.toISOString(), latest: latest.toISOString() };
}

const descriptionOf = ({ code }: TransferFailure): string =>
  isReturnCode(code) ? returnCodes[code].title : (descriptions[code] ?? code);
