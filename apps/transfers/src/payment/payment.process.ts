import { Injectable } from '@nestjs/common';
import { Clock, newId } from '@halyard/core';
import { type EventMetadata, PredecessorLost, WrongExpectedRevision } from '@halyard/event-store';
import { BalanceRefusal } from '../balance/balance.decider.js';
import { Balances } from '../balance/balances.js';
import { directionOf, type PaymentCommand, PaymentMovedOn } from './payment.decider.js';
import { type Payment, type PaymentTerms, statusOf } from './payment.model.js';
import { type Plan, planOf } from './payment.plan.js';
import { type LoadedPayment, Payments } from './payments.js';

/**
 * Drives payments through their steps. Every step may be taken again by anyone at any time, so that a handler, a retry
 * and recovery can work on one payment together and it still ends once; whatever is cut off is taken up from the state.
 */
@Injectable()
export class PaymentProcess {
  private readonly driven = new Map<string, number>();

  constructor(
    private readonly payments: Payments,
    private readonly balances: Balances,
    private readonly clock: Clock,
  ) {}

  /** Whether someone in this process is on it right now. */
  isDriving(paymentId: string): boolean {
    return this.driven.has(paymentId);
  }

  /** Begins a payment, or finds it begun by the same operation, and takes every step that is due. */
  begin(terms: PaymentTerms, metadata: EventMetadata): Promise<Payment> {
    return this.driving(terms.paymentId, () =>
      this.appendOrReload(this.payments.none(terms.paymentId, metadata), { type: 'InitiatePayment', terms }),
    );
  }

  /** Takes every step that is due, until the payment waits for a bank or has ended. */
  drive(paymentId: string): Promise<Payment> {
    return this.driving(paymentId, () => this.payments.load(paymentId));
  }

  /** Banks have moved the money of the legs that wait for them: takes the payment from there to its end. */
  settleBankLegs(paymentId: string): Promise<Payment> {
    return this.driving(paymentId, async () => {
      let current = await this.advance(await this.payments.load(paymentId));
      for (;;) {
        const { payment } = current;
        const leg = payment.legs.find((waiting) => waiting.status === 'pending' && directionOf(waiting) !== undefined);
        if (!leg || !payment.terms || statusOf(payment) !== 'open') return current;
        const at = this.clock.now(payment.terms.accountId).toISOString();
        const settle = { type: 'SettleLeg', legId: leg.terms.id, settlementId: newId(), at } as const;
        current = await this.advance(await this.appendOrReload(current, settle));
      }
    });
  }

  private async driving(paymentId: string, begin: () => Promise<LoadedPayment>): Promise<Payment> {
    this.driven.set(paymentId, (this.driven.get(paymentId) ?? 0) + 1);
    try {
      return (await this.advance(await begin())).payment;
    } finally {
      const others = (this.driven.get(paymentId) ?? 1) - 1;
      if (others > 0) this.driven.set(paymentId, others);
      else this.driven.delete(paymentId);
    }
  }

  private async advance(loaded: LoadedPayment): Promise<LoadedPayment> {
    let current = loaded;
    for (;;) {
      const plan = planOf(current.payment);
      if (await this.areFundsMissing(plan, current)) {
        const at = current.payment.terms?.at ?? '';
        current = await this.appendOrReload(current, { type: 'RefusePayment', reason: 'InsufficientFunds', at });
        // No hold of ours is open; one that somebody else placed meanwhile is open work of its own.
        if (statusOf(current.payment) === 'refused') return current;
      } else {
        if (plan.then.length === 0) return current;
        for (const command of plan.then) current = await this.appendOrReload(current, command);
      }
    }
  }

  /** Sees to the plan's entries. */
  private async areFundsMissing({ entries }: Plan, { begunAt, metadata }: LoadedPayment): Promise<boolean> {
    try {
      await Promise.all(
        entries.map(({ fundingSourceId, entry }) =>
          this.balances.enter(fundingSourceId, entry, begunAt, metadata.traceparent),
        ),
      );
      return false;
    } catch (error) {
      if (error instanceof BalanceRefusal && error.reason === 'InsufficientAvailableBalance') return true;
      throw error;
    }
  }

  private async appendOrReload(loaded: LoadedPayment, command: PaymentCommand): Promise<LoadedPayment> {
    try {
      return await this.payments.append(loaded, command);
    } catch (error) {
      const isPassed = [WrongExpectedRevision, PredecessorLost, PaymentMovedOn].some((kind) => error instanceof kind);
      if (!isPassed) throw error;
      return this.payments.load(loaded.paymentId);
    }
  }
}
