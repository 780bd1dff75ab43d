import { Injectable } from '@nestjs/common';
import { Clock, type Money, newId } from '@halyard/core';
import { type EventMetadata, WrongExpectedRevision } from '@halyard/event-store';
import { BalanceRefusal } from '../balance/balance.decider.js';
import { Balances } from '../balance/balances.js';
import { type PaymentCommand, PaymentMovedOn } from './payment.decider.js';
import type { Payment, PaymentTerms } from './payment.model.js';
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
  begin(terms: PaymentTerms, amount: Money, metadata: EventMetadata): Promise<Payment> {
    return this.driving(terms.paymentId, () => {
      const at = this.clock.now(terms.accountId);
      const none = this.payments.none(terms.paymentId, metadata);
      return this.appendOrReload(none, { type: 'InitiatePayment', terms, amount, at });
    });
  }

  /** Takes every step that is due, until the payment waits for its bank leg or has ended. */
  drive(paymentId: string): Promise<Payment> {
    return this.driving(paymentId, () => this.payments.load(paymentId));
  }

  /** The bank has moved the money of the payment's bank leg: takes it from there to its end. */
  settleBankLeg(paymentId: string): Promise<Payment> {
    return this.driving(paymentId, async () => {
      let current = await this.advance(await this.payments.load(paymentId));
      while (current.payment.status === 'accepted') {
        const at = this.clock.now(current.payment.terms.accountId);
        current = await this.advance(
          await this.appendOrReload(current, { type: 'SettleLeg', settlementId: newId(), at }),
        );
      }
      return current;
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
      const { payment } = current;
      const plan = planOf(payment);
      if (!plan || payment.status === 'none') return current;
      const at = this.clock.now(payment.terms.accountId);
      if (await this.areFundsMissing(plan, current, at)) {
        current = await this.appendOrReload(current, { type: 'RefusePayment', reason: 'InsufficientFunds', at });
        // No hold of ours is open; one that somebody else placed meanwhile is open work of its own.
        if (current.payment.status === 'refused') return current;
      } else {
        if (!plan.then) return current;
        current = await this.appendOrReload(current, { type: plan.then, at });
      }
    }
  }

  /** Sees to the plan's entries. */
  private async areFundsMissing({ entries }: Plan, loaded: LoadedPayment, at: Date): Promise<boolean> {
    const { begunAt, metadata } = loaded;
    try {
      await Promise.all(
        entries.map(({ fundingSourceId, entry }) =>
          this.balances.enter(fundingSourceId, { ...entry, at }, begunAt, metadata.traceparent),
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
      if (!(error instanceof WrongExpectedRevision || error instanceof PaymentMovedOn)) throw error;
      return this.payments.load(loaded.paymentId);
    }
  }
}
