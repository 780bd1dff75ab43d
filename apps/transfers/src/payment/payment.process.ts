import { Injectable } from '@nestjs/common';
import { type Claim, Clock, stillProcessing } from '@halyard/core';
import type { EventMetadata } from '@halyard/event-store';
import { Chain, ClaimLost, EventStore, EventStoreUnavailable } from '@halyard/event-store';
import { PredecessorLost, WrongExpectedRevision } from '@halyard/event-store';
import { withSpan } from '@halyard/observability';
import { BalanceRefusal } from '../balance/balance.decider.js';
import { later } from '../balance/balance.model.js';
import { Balances } from '../balance/balances.js';
import { LimitRefusal } from '../limit/limit.decider.js';
import { Limits } from '../limit/limits.js';
import { type InitiatePayment, PaymentMovedOn, type RefusePayment } from './payment.decider.js';
import type { CorrectLeg, SettleLeg, StopLeg, SubmitLeg } from './payment.decider.js';
import { timeOf } from './event-time.js';
import type { Payment, PaymentTerms } from './payment.model.js';
import { funderOf, legOf } from './payment.legs.js';
import { type PlannedEntry, type PlannedLimit, planOf, type Step } from './payment.plan.js';
import { type LoadedPayment, Payments } from './payments.js';

/** After this many lost races in a row the caller gets an error. */
const LOST_RACES_MAX = 100;

type Begin = (chain: Chain) => LoadedPayment | Promise<LoadedPayment>;

/**
 * Drives payments through their steps. Each step is decided on the state that the previous steps will leave, without
 * waiting for their commits. All steps form one chain of appends, and the caller is answered once the chain is
 * committed. Any process may repeat any step at any time: a handler, a retry and recovery can work on one payment
 * together, and it still ends once. After a crash, the payment's state shows how to continue.
 */
@Injectable()
export class PaymentProcess {
  private readonly driven = new Map<string, number>();

  constructor(
    private readonly store: EventStore,
    private readonly payments: Payments,
    private readonly balances: Balances,
    private readonly limits: Limits,
    private readonly clock: Clock,
  ) {}

  isDriving(paymentId: string): boolean {
    return this.driven.has(paymentId);
  }

  /**
   * Begins a payment, or finds that the same operation already began it. Then takes every step that is due.
   * @param claim the claim under which it begins, see `Claim`
   * @throws DomainError Conflict if somebody else holds the claim
   */
  begin(terms: PaymentTerms, metadata: EventMetadata, claim?: Claim): Promise<Payment> {
    return this.beginning(this.payments.none(terms.paymentId, metadata, claim), { type: 'InitiatePayment', terms });
  }

  /**
   * Refuses a payment before it begins, so that it never can: a process that hung just before beginning it loses its
   * append. If the payment has already begun, takes every step that is due instead.
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
    return this.driving(paymentId, () => this.loaded(paymentId));
  }

  /**
   * Applies steps of banks (legs that were handed over, settled, returned or corrected), and drives the payment on from there.
   * Skips a command that no longer fits its leg.
   */
  bank(
    paymentId: string,
    happened: readonly (SubmitLeg | SettleLeg | StopLeg | CorrectLeg)[],
    metadata: EventMetadata = {},
  ): Promise<Payment> {
    return this.continuing(paymentId, metadata, async (chain, begun) => {
      let current = begun;
      for (const command of happened) {
        const next = this.unlessMovedOn(chain, current, command);
        if (next) current = await this.advance(chain, next);
      }
      return current;
    });
  }

  /**
   * @returns whether this try is the recorded one; undefined if the leg was cancelled or has ended: don't hand it over
   */
  async submit(
    paymentId: string,
    submission: Omit<SubmitLeg, 'type'>,
    metadata: EventMetadata = {},
  ): Promise<boolean | undefined> {
    let isSubmitted = false;
    const payment = await this.continuing(paymentId, metadata, (chain, current) => {
      const next = this.unlessMovedOn(chain, current, { type: 'SubmitLeg', ...submission });
      isSubmitted = next !== undefined;
      return next ?? current;
    });
    return isSubmitted ? legOf(payment, submission.legId)?.submission?.id === submission.submissionId : undefined;
  }

  /**
   * Cancels a leg for its sender. Also cancels the leg that funds it, if that one is still with its bank. A leg that
   * can no longer be cancelled stays as it is.
   */
  cancel(
    paymentId: string,
    legId: string,
    stop: Pick<StopLeg, 'stopId' | 'at'>,
    metadata: EventMetadata = {},
  ): Promise<Payment> {
    return this.continuing(paymentId, metadata, (chain, current) => {
      const leg = legOf(current.payment, legId);
      if (!leg) return current;
      const { id } = funderOf(current.payment, leg).terms;
      const command = { type: 'StopLeg', legId: id, from: 'pending', because: 'cancel', ...stop } as const;
      return this.unlessMovedOn(chain, current, command) ?? current;
    });
  }

  /**
   * Takes every due step, and then the steps from outside, which have a trace of their own, linked to the request's
   * trace.
   */
  private continuing(
    paymentId: string,
    metadata: EventMetadata,
    setOff: (chain: Chain, current: LoadedPayment) => LoadedPayment | Promise<LoadedPayment>,
  ): Promise<Payment> {
    return this.driving(paymentId, async (chain) => {
      const due = await this.advance(chain, await this.loaded(paymentId));
      const links = due.requestedBy === undefined ? [] : [due.requestedBy];
      const span = { traceparent: metadata.traceparent, links };
      return withSpan('continue payment', span, () => setOff(chain, { ...due, metadata }));
    });
  }

  private unlessMovedOn(
    chain: Chain,
    current: LoadedPayment,
    command: SubmitLeg | SettleLeg | StopLeg | CorrectLeg,
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
    const begin: Begin = async (chain) => {
      const now = first.type === 'InitiatePayment' ? await this.clock.follow(first.terms.accountId) : undefined;
      return this.payments.append(chain, { ...none, now }, first);
    };
    return this.driving(paymentId, begin, async (chain) => {
      const stored = await this.loaded(paymentId);
      return stored.revision === 'no-stream' ? begin(chain) : stored;
    });
  }

  private async loaded(paymentId: string): Promise<LoadedPayment> {
    const loaded = await this.payments.load(paymentId);
    const accountId = loaded.payment.terms?.accountId;
    return accountId === undefined ? loaded : { ...loaded, now: await this.clock.follow(accountId) };
  }

  /** @param resume how to begin again after another writer was faster */
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

  /** Decides again on the stored state as long as other writers are faster. */
  private async untilCommitted(paymentId: string, begin: Begin, resume: Begin): Promise<Payment> {
    let chain = new Chain(this.store);
    let carryOut = begin;
    for (let lostRaces = 0; lostRaces < LOST_RACES_MAX;) {
      try {
        const { payment } = await this.advance(chain, await carryOut(chain));
        await chain.committed();
        return payment;
      } catch (error) {
        if (chain.isUnclaimed) throw stillProcessing();
        if (!isOvertaken(error)) throw error instanceof PredecessorLost ? error.cause : error;
        if (await chain.hasLostRace()) lostRaces += 1;
      }
      chain = new Chain(this.store, chain);
      carryOut = resume;
    }
    throw new EventStoreUnavailable(`payment ${paymentId} is contended`);
  }

  /** Takes every due step that does not wait for a bank. */
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

  /** @returns `goesOn`: whether the step may have made other steps due */
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
    // Entries made before the funds ran out must be undone, which is a step of its own.
    return { loaded: this.payments.append(chain, loaded, next), goesOn: !lacksFunds || entered > 0 };
  }

  private async keepsLimit(
    chain: Chain,
    loaded: LoadedPayment,
    { customerId, command }: PlannedLimit,
  ): Promise<boolean> {
    try {
      await this.limits.enter(customerId, inTime(loaded, command), {
        chain,
        since: loaded.begunAt,
        metadata: loaded.metadata,
      });
      return true;
    } catch (error) {
      if (!(error instanceof LimitRefusal) || error.reason !== 'OverWeeklyLimit') throw error;
      return false;
    }
  }

  /** @returns the number of entries made; if it is less than all, the next one lacks funds */
  private async enter(chain: Chain, loaded: LoadedPayment, entries: readonly PlannedEntry[]): Promise<number> {
    let entered = 0;
    try {
      for (const { fundingSourceId, entry } of entries) {
        const { begunAt: since, metadata } = loaded;
        const made = this.balances.enter(fundingSourceId, inTime(loaded, entry), { chain, since, metadata });
        if (made instanceof Promise) await made;
        entered += 1;
      }
    } catch (error) {
      if (!(error instanceof BalanceRefusal) || error.reason !== 'InsufficientAvailableBalance') throw error;
    }
    return entered;
  }
}

/** The command with the time that its events shall bear, as for the payment's own events. */
const inTime = <Command extends { readonly at: string }>({ now, at }: LoadedPayment, command: Command): Command => ({
  ...command,
  at: later(now ? timeOf(command.at, now()) : command.at, at),
});

/** Whether another writer was faster or a claim was lost, in this chain or in one that it depends on. */
function isOvertaken(error: unknown): boolean {
  const cause = error instanceof PredecessorLost ? error.cause : error;
  return cause instanceof WrongExpectedRevision || cause instanceof ClaimLost;
}
