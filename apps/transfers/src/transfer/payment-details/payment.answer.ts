import { linkInPlace, ref, type ResourceAnswer } from '@halyard/contracts';
import { fundingSourceRoutes } from '@halyard/contracts/funding-sources';
import { amountInUsd, isReturnCode, returnCodes } from '@halyard/core';
import type { PaymentSide, PaymentTerms } from '../../payment/payment.model.js';
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

/** Everything that one POST /transfers caused (decision "a chain of legs"). @param names of the parties, by id */
export function paymentAnswer(
  history: PaymentHistory,
  now: Now,
  names: ReadonlyMap<string, string>,
): ResourceAnswer<'payment'> {
  const { transfers, timeline } = history;
  const listed = listedPayment(history, now, names);
  const expected = transfers.filter(isExpected).map((transfer) => expectedOf(transfer, transfers, now));
  return { ...listed, attributes: { ...listed.attributes, expected, timeline } };
}

/** The payment as lists show it. @param names of the parties, by id */
export function listedPayment(
  history: PaymentHistory,
  now: Now,
  names: ReadonlyMap<string, string>,
): ResourceAnswer<'payment'> {
  const { terms, transfers, failure } = history;
  const { paymentId: id, correlationId, at } = terms;
  const answers = (wanted: readonly Transfer[]) => wanted.map((transfer) => transferAnswer(transfer, now));
  const main = transfers.find((transfer) => transfer.id === id);
  const fees = transfers.filter(({ kind }) => kind === 'fee');
  const { source, destination } = endsOfPayment(terms);
  return {
    type: 'resource',
    kind: 'payment',
    id,
    attributes: {
      id,
      status: outcomeStatus(history),
      amount: amountInUsd(main?.amountMinor ?? 0n),
      fees: fees.length > 0 ? amountInUsd(fees.reduce((sum, { amountMinor }) => sum + amountMinor, 0n)) : undefined,
      created: at,
      correlationId,
      parties: { source: partyOf(source, names), destination: partyOf(destination, names) },
      failure: failure && { ...failure, description: descriptionOf(failure) },
    },
    links: {
      transfer: ref('transfer', id),
      transfers: { ...ref('listTransfers'), filters: { payment: id } },
      timeline: ref('payment-timeline', id),
    },
    embedded: { transfers: answers(transfers.filter(({ kind }) => kind !== 'fee')), fees: answers(fees) },
  };
}

/** The funding sources that the request named: its money leaves the first, and reaches the last (`flows.ts`). */
export function endsOfPayment({ legs }: Pick<PaymentTerms, 'legs'>) {
  const moves = legs.filter(({ kind }) => kind !== 'fee');
  const [first, last] = [moves[0], moves.at(-1)];
  if (!first || !last) throw new Error('a payment moves money');
  return { source: first.source, destination: last.destination };
}

const partyOf = ({ ownerId, fundingSourceId }: PaymentSide, names: ReadonlyMap<string, string>) => ({
  name: names.get(ownerId),
  ...linkInPlace(fundingSourceRoutes.getFundingSource, fundingSourceId),
});

/** A failed or cancelled transfer has no expected date. */
const isExpected = ({ status }: Transfer): boolean => status === 'pending' || status === 'processed';

function expectedOf(transfer: Transfer, all: readonly Transfer[], { hours }: Now) {
  const { earliest, latest } = expectedDates(transfer, all, hours);
  return { transfer: transfer.id, earliest: earliest.toISOString(), latest: latest.toISOString() };
}

const descriptionOf = ({ code }: TransferFailure): string =>
  isReturnCode(code) ? returnCodes[code].title : (descriptions[code] ?? code);
