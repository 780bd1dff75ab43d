import { Injectable } from '@nestjs/common';
import { DomainError } from '@halyard/core';
import type { Claim, EventMetadata } from '@halyard/event-store';
import { Chain, ClaimLost, EventStore, EventStoreUnavailable } from '@halyard/event-store';
import { PredecessorLost, WrongExpectedRevision } from '@halyard/event-store';
import { BalanceRefusal } from '../balance/balance.decider.js';
import { Balances } from '../balance/balances.js';
import { LimitRefusal } from '../limit/limit.decider.js';
import { Limits } from '../limit/limits.js';
import { type InitiatePayment, PaymentMovedOn, type RefusePayment } from './payment.decider.js';
import type { SettleLeg, StopLeg, SubmitLeg } from './payment.decider.js';
import type { Payment, PaymentTerms } from './payment.model.js';
import { funderOf, legOf } from './payment.legs.js';
import { type PlannedEntry, type PlannedLimit, planOf, type Step } from './payment.plan.js';
import { type LoadedPayment, Payments } from './payments.js';

/** Another process won so often in a row: give the caller an answer. */
const LOST_RACES_MAX = 100;

/** How a payment is taken up: from what was loaded, by the links that come first. */
type Begin = (chain: Chain) => LoadedPayment | Promise<LoadedPayment>;

/**
 * Drives payments through their steps. Each step is decided on what the ones before it will have left, without waiting
 * for them, and all of them are one chain of appends: whoever asked is answered once the chain is committed. Every step
 * may be taken again by anyone at any time, so that a handler, a retry and recovery can work on one payment together and
 * it still ends once; whatever is cut off is taken up from the state.
 */
@Injectable()
export class PaymentProcess {
  private readonly driven = new Map<string, number>();

  constructor(
    private readonly store: EventStore,
    private readonly payments: Payments,
    private readonly balances: Balances,
    private readonly limits: Limits,
  ) {}

  /** Whether someone in this process is on it right now. */
  isDriving(paymentId: string): boolean {
    return this.driven.has(paymentId);
  }

  /**
   * Begins a payment, or finds it begun by the same operation, and takes every step that is due.
   *
   * @param claim that it is begun under
   * @throws DomainError Conflict where the claim is somebody else's
   */
  begin(terms: PaymentTerms, metadata: EventMetadata, claim?: Claim): Promise<Payment> {
    return this.beginning(this.payments.none(terms.paymentId, metadata, claim), { type: 'InitiatePayment', terms });
  }

  /**
   * Sees to it that a payment that has not begun never does: who hung before beginning it loses to this. One that has
   * begun takes every step that is due instead.
   */
  refuse(
    paymentId: string,
    refusing: Omit<RefusePayment, 'type'>,
    metadata: EventMetadata,
    claim?: Claim,
  ): Promise<Payment> {
    return this.beginning(this.payments.none(paymentId, metadata, claim), { type: 'RefusePayment', ...refusing });
  }

  /** Takes every step that is due, until the payment waits for a bank or has ended. */
  drive(paymentId: string): Promise<Payment> {
    return this.driving(paymentId, () => this.payments.load(paymentId));
  }

  /**
   * Banks have moved the money of legs, or returned it; or its sender takes it back: takes the payment from there as far
   * as it goes. What a leg knows no more, since it has gone another way, is left out.
   */
  bank(paymentId: string, happened: readonly (SettleLeg | StopLeg)[]): Promise<Payment> {
    return this.driving(paymentId, async (chain) => {
      let current = await this.advance(chain, await this.payments.load(paymentId));
      for (const command of happened) {
        const next = this.unlessMovedOn(chain, current, command);
        if (next) current = await this.advance(chain, next);
      }
      return current;
    });
  }

  /**
   * Says that a leg is handed to its bank, unless it was taken back or has ended.
   *
   * @returns whether this try is the first to say so; undefined where the leg is not to be handed over
   */
  async submit(paymentId: string, submission: Omit<SubmitLeg, 'type'>): Promise<boolean | undefined> {
    let isSubmitted = false;
    const payment = await this.driving(paymentId, async (chain) => {
      const current = await this.advance(chain, await this.payments.load(paymentId));
      const next = this.unlessMovedOn(chain, current, { type: 'SubmitLeg', ...submission });
      isSubmitted = next !== undefined;
      return next ?? current;
    });
    return isSubmitted ? legOf(payment, submission.legId)?.submission?.id === submission.submissionId : undefined;
  }

  /**
   * The sender takes a leg back, with the one that funds it as long as that is with its bank. A leg that can't be taken
   * back any more stays as it is.
   */
  cancel(paymentId: string, legId: string, stop: Pick<StopLeg, 'stopId' | 'at'>): Promise<Payment> {
    return this.driving(paymentId, async (chain) => {
      const current = await this.advance(chain, await this.payments.load(paymentId));
      const leg = legOf(current.payment, legId);
      if (!leg) return current;
      const { id } = funderOf(current.payment, leg).terms;
      const command = { type: 'StopLeg', legId: id, from: 'pending', ...stop } as const;
      return this.unlessMovedOn(chain, current, command) ?? current;
    });
  }

  private unlessMovedOn(
    chain: Chain,
    current: LoadedPayment,
    command: SubmitLeg | SettleLeg | StopLeg,
  ): LoadedPayment | undefined {
    try {
      return this.payments.append(chain, current, command);
    } catch (error) {
      if (error instanceof PaymentMovedOn) return undefined;
      throw error;
    }
  }

  private beginning(none: LoadedPayment, first: InitiatePayment | RefusePayment): Promise<Payment> {
    const { paymentId } = none;
    const begin: Begin = (chain) => this.payments.append(chain, none, first);
    return this.driving(paymentId, begin, async (chain) => {
      const stored = await this.payments.load(paymentId);
      return stored.revision === 'no-stream' ? begin(chain) : stored;
    });
  }

  /** @param resume how to take it up once others came first */
  private async driving(paymentId: string, begin: Begin, resume = begin): Promise<Payment> {
    this.driven.set(paymentId, (this.driven.get(paymentId) ?? 0) + 1);
    try {
      return await this.untilCommitted(paymentId, begin, resume);
    } finally {
      const others = (this.driven.get(paymentId) ?? 1) - 1;
      if (others > 0) this.driven.set(paymentId, others);
      else this.driven.delete(paymentId);
    }
  }

  /** Decides again, on what stands, for as long as others come first. */
  private async untilCommitted(paymentId: string, begin: Begin, resume: Begin): Promise<Payment> {
    let chain = new Chain(this.store);
    let take = begin;
    for (let lostRaces = 0; lostRaces < LOST_RACES_MAX;) {
      try {
        const { payment } = await this.advance(chain, await take(chain));
        await chain.committed();
        return payment;
      } catch (error) {
        if (chain.isUnclaimed) throw new DomainError('Conflict', { retryAfterSeconds: 1 });
        if (!isOvertaken(error)) throw error instanceof PredecessorLost ? error.cause : error;
        if (await chain.hasLostRace()) lostRaces += 1;
      }
      chain = new Chain(this.store, chain);
      take = resume;
    }
    throw new EventStoreUnavailable(`payment ${paymentId} is contended`);
  }

  /** Takes every step that is due and rests on nothing outside. */
  private async advance(chain: Chain, loaded: LoadedPayment): Promise<LoadedPayment> {
    let current = loaded;
    for (;;) {
      let goesOn = false;
      for (const step of planOf(current.payment)) {
        const taken = await this.take(chain, current, step);
        current = taken.loaded;
        goesOn ||= taken.goesOn;
      }
      if (!goesOn) return current;
    }
  }

  /** @returns whether there may be more to do because of it */
  private async take(
    chain: Chain,
    loaded: LoadedPayment,
    { limit, entries, then, otherwise, overLimit }: Step,
  ): Promise<{ readonly loaded: LoadedPayment; readonly goesOn: boolean }> {
    if (limit && !(await this.keepsLimit(chain, loaded, limit)) && overLimit) {
      return { loaded: this.payments.append(chain, loaded, overLimit), goesOn: false };
    }
    const entered = await this.enter(chain, loaded, entries);
    const lacksFunds = entered < entries.length;
    const next = lacksFunds ? otherwise : then;
    if (!next) return { loaded, goesOn: false };
    // A hold that somebody else placed meanwhile is open work of its own.
    return { loaded: this.payments.append(chain, loaded, next), goesOn: !lacksFunds || entered > 0 };
  }

  private async keepsLimit(
    chain: Chain,
    loaded: LoadedPayment,
    { customerId, command }: PlannedLimit,
  ): Promise<boolean> {
    try {
      await this.limits.enter(customerId, command, { chain, since: loaded.begunAt, metadata: loaded.metadata });
      return true;
    } catch (error) {
      if (!(error instanceof LimitRefusal) || error.reason !== 'OverWeeklyLimit') throw error;
      return false;
    }
  }

  /** @returns how many of the entries stand; the next one lacks funds */
  private async enter(chain: Chain, loaded: LoadedPayment, entries: readonly PlannedEntry[]): Promise<number> {
    let entered = 0;
    try {
      for (const { fundingSourceId, entry } of entries) {
        await this.balances.enter(fundingSourceId, entry, { chain, since: loaded.begunAt, metadata: loaded.metadata });
        entered += 1;
      }
    } catch (error) {
      if (!(error instanceof BalanceRefusal) || error.reason !== 'InsufficientAvailableBalance') throw error;
    }
    return entered;
  }
}

/** Somebody else's event stands where one of the chain's, or of what it rests on, was to be; or that has lost its claim. */
function isOvertaken(error: unknown): boolean {
  const cause = error instanceof PredecessorLost ? error.cause : error;
  return cause instanceof WrongExpectedRevision || cause instanceof ClaimLost;
}
