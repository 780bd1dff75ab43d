import type { Position, StoredEvent } from '@halyard/event-store';
import { type BalanceEvent, balanceEventOf } from '../../balance/balance.model.js';
import { paymentOfTransit } from '../../ledger/chart-of-accounts.js';
import { evolve, initial, type Payment, type PaymentEvent, paymentEventOf, paymentOfStream } from '../payment.model.js';
import { planOf } from '../payment.plan.js';

interface Open {
  /** Reading on from here meets all that the payment is open for. */
  readonly before: Position;
  payment: Payment;
  /** The payment's own stream says that a step is due. */
  due: boolean;
  /** A hold is open: to be posted or released, whatever the payment's stream says. */
  held: boolean;
  sweeps: number;
}

/** A payment that this many sweeps have found open is in nobody's hands. */
const SWEEPS_PATIENT = 2;

/**
 * Which payments have something to be done that nobody outside waits for, learnt from the events in global order. A
 * payment that waits for its bank leg is not open. An open hold is: a driver can place it, and die, after another one
 * has recorded that the payment is refused.
 */
export class OpenPayments {
  private readonly open = new Map<string, Open>();

  constructor(private seen: Position) {}

  get size(): number {
    return this.open.size;
  }

  get ids(): string[] {
    return [...this.open.keys()];
  }

  /** Up to here everything is done: whoever begins again after it misses nothing that is open. */
  get lowWater(): Position {
    // The map is in the order of opening, so the first one has been open for longest.
    for (const { before } of this.open.values()) return before;
    return this.seen;
  }

  /** @param position how far the store has been read with these events */
  observe(events: readonly StoredEvent[], position: Position): void {
    for (const event of events) {
      if (event.stream.startsWith('payment-'))
        this.observePayment(paymentOfStream(event.stream), paymentEventOf(event));
      else this.observeBalance(balanceEventOf(event));
      this.seen = event.position;
    }
    this.seen = position;
  }

  /** A look at all that is open, at intervals. @returns payments that an earlier look has found open already */
  sweep(): string[] {
    const stale: string[] = [];
    for (const [paymentId, payment] of this.open) {
      payment.sweeps += 1;
      if (payment.sweeps >= SWEEPS_PATIENT) stale.push(paymentId);
    }
    return stale;
  }

  private observePayment(paymentId: string, event: PaymentEvent): void {
    const payment = this.opened(paymentId);
    payment.payment = evolve(payment.payment, event);
    // What was settled may have begun before anything that was read here.
    payment.due = event.type === 'LegSettled' || planOf(payment.payment).then.length > 0;
    this.closeIfDone(paymentId, payment);
  }

  private observeBalance({ type, data }: BalanceEvent): void {
    if (type === 'CreditPosted') return;
    const paymentId = paymentOfTransit(data.contra);
    const payment = this.opened(paymentId);
    payment.held = type === 'HoldPlaced';
    this.closeIfDone(paymentId, payment);
  }

  private opened(paymentId: string): Open {
    let payment = this.open.get(paymentId);
    if (!payment) {
      payment = { before: this.seen, payment: initial(), due: false, held: false, sweeps: 0 };
      this.open.set(paymentId, payment);
    }
    return payment;
  }

  private closeIfDone(paymentId: string, { due, held }: Open): void {
    if (!due && !held) this.open.delete(paymentId);
  }
}
