import type { Position, StoredEvent } from '@halyard/event-store';
import { type BalanceEvent, balanceEventOf } from '../../balance/balance.model.js';
import { paymentOfTransit } from '../chart-of-accounts.js';
import { evolve, initial } from '../payment.fold.js';
import { type Payment, paymentEventOf, paymentOfStream } from '../payment.model.js';
import { isHeldAtFirst, isStarted } from '../payment.legs.js';
import { planOf } from '../payment.plan.js';

export interface TouchedPayment {
  /** Position of the last event about the payment. */
  touched: Position;
  /** The payment after the page; undefined if it began before the page and is not in memory. */
  payment: Payment | undefined;
  /** The last event of the payment's own stream; undefined if the page has none. */
  through: { readonly revision: number; readonly position: Position } | undefined;
  /** Whether the page has its first event, so that the table has no row for it yet. */
  begins: boolean;
  /** Holds placed minus holds posted or released. */
  holds: number;
}

/** A payment as it was after a revision of its stream, if that is known. */
export type PaymentAfter = (paymentId: string, revision: number) => Payment | undefined;

/** Pure. @returns the payments of the page by id */
export function foldTouched(events: readonly StoredEvent[], paymentAfter: PaymentAfter): Map<string, TouchedPayment> {
  const touched = new Map<string, TouchedPayment>();
  for (const event of events) {
    if (event.stream.startsWith('payment-')) foldPayment(touched, event, paymentAfter);
    else foldBalance(touched, event);
  }
  return touched;
}

function foldPayment(payments: Map<string, TouchedPayment>, event: StoredEvent, paymentAfter: PaymentAfter): void {
  const { revision, position } = event;
  const paymentId = paymentOfStream(event.stream);
  const touched = touch(payments, paymentId, position);
  const before = revision === 0 ? initial() : (touched.payment ?? paymentAfter(paymentId, revision - 1));
  touched.payment = before && evolve(before, paymentEventOf(event));
  touched.through = { revision, position };
  touched.begins ||= revision === 0;
}

/** How each event of a balance changes the number of open holds. */
const opened: Readonly<Record<BalanceEvent['type'], number>> = {
  HoldPlaced: 1,
  HoldPosted: -1,
  HoldReleased: -1,
  CreditPosted: 0,
  DebitPosted: 0,
  DebitRefused: 0,
};

function foldBalance(payments: Map<string, TouchedPayment>, event: StoredEvent): void {
  const { type, data } = balanceEventOf(event);
  if (opened[type] === 0) return;
  touch(payments, paymentOfTransit(data.contra), event.position).holds += opened[type];
}

function touch(payments: Map<string, TouchedPayment>, paymentId: string, position: Position): TouchedPayment {
  let payment = payments.get(paymentId);
  if (!payment) {
    payment = { touched: position, payment: undefined, through: undefined, begins: false, holds: 0 };
    payments.set(paymentId, payment);
  }
  payment.touched = position;
  return payment;
}

/** The number of rightly open holds: their legs wait for another leg, as a fee waits for the main leg. */
export const awaitedHolds = (payment: Payment): number =>
  payment.legs.filter((leg) => leg.status === 'pending' && !isStarted(leg) && isHeldAtFirst(leg.terms)).length;

/** Whether a step is due that does not wait for a bank. */
export const isDue = (payment: Payment): boolean => planOf(payment).some(({ then }) => then !== undefined);
