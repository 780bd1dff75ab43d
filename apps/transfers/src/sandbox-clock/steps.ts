import { Injectable } from '@nestjs/common';
import { AccountClocks } from '@halyard/clocks';
import { type Operation, resourceServices, routeAt, sharedServiceRoutes } from '@halyard/contracts';
import { type ClockStep, passes, timeAfter } from '@halyard/contracts/sandbox-clock';
import { DomainError, stillProcessing } from '@halyard/core';
import { ServiceCalls } from '@halyard/http';
import { holdAlone } from '@halyard/persistence';
import { DataSource, type EntityManager } from 'typeorm';
import { OnTimeBanks } from '../rail/on-time/on-time-banks.js';
import { endAdvance, reach } from './advances.rows.js';
import {
  findClock,
  holdStep,
  lockClock,
  type PendingStep,
  realClock,
  setAdvance,
  setPending,
  type StoredClock,
  type WantedClock,
} from './clocks.rows.js';
import { DueServices } from './due-services.js';
import { UsedAccounts } from './used-accounts.query.js';

/** A step that has been pending for so long is not being made any more: whoever finds it makes it. */
export const LEFT_MS = 2_000;
/** Lets steps hold in the order of their numbers, so that no reader of the numbers misses one. */
const NUMBERS = 'numbers of clock steps';

/** What a decision about a clock is based on. Nobody else changes the clock before its transaction has ended. */
export interface LockedClock {
  readonly tx: EntityManager;
  readonly clock: StoredClock;
  /** The account's time. */
  readonly now: Date;
}

/** The account was used before its time was set, so the time stays. */
export class AccountIsUsed extends Error {
  override readonly name = 'AccountIsUsed';
}

/**
 * Makes steps of accounts' clocks. A step is written down, told to every service with effects in the account's time,
 * and then it holds. If the process dies in between, whoever finds the step written down goes on with it (ADR 135).
 */
@Injectable()
export class Steps {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clocks: AccountClocks,
    private readonly calls: ServiceCalls,
    private readonly banks: OnTimeBanks,
    private readonly used: UsedAccounts,
    private readonly due: DueServices,
  ) {}

  async find(accountId: string): Promise<StoredClock> {
    return (await findClock(this.dataSource, accountId)) ?? realClock(accountId, this.clocks.system());
  }

  /** The account's time by a clock. */
  timeOf({ held }: StoredClock): Date {
    return timeAfter(held, this.clocks.system());
  }

  /**
   * Decides about a clock that nobody else is changing.
   *
   * @throws DomainError Conflict while a step is made, or while the clock is advanced; every error of `decide`
   */
  async decide<Result>(
    accountId: string,
    operation: Operation,
    decide: (locked: LockedClock) => Promise<Result>,
  ): Promise<Result> {
    await this.finishLeft(accountId, operation);
    return this.dataSource.transaction((tx) => this.decideIn(tx, accountId, decide));
  }

  /** Does the same as `decide`, in the transaction of something else. Call `finishLeft` before. */
  async decideIn<Result>(
    tx: EntityManager,
    accountId: string,
    decide: (locked: LockedClock) => Promise<Result>,
  ): Promise<Result> {
    const clock = await lockClock(tx, accountId, this.clocks.system());
    requireFree(clock);
    return decide({ tx, clock, now: this.timeOf(clock) });
  }

  /** Writes down the next step of a clock that the caller has locked. `finish` makes it. */
  async begin({ tx, clock }: Pick<LockedClock, 'tx' | 'clock'>, wanted: WantedClock, madeBy?: string): Promise<void> {
    const since = this.clocks.system();
    await setPending(tx, clock.held.accountId, firstOf(clock.held, wanted, since), { since, madeBy });
  }

  /**
   * Writes down the next step of a clock that is being advanced, if it is still at the given step.
   *
   * @returns whether it was; otherwise another process goes on with the advance
   */
  async beginAt(accountId: string, step: number, wanted: WantedClock): Promise<boolean> {
    return this.dataSource.transaction(async (tx) => {
      const clock = await lockClock(tx, accountId, this.clocks.system());
      if (clock.held.step !== step || clock.pending) return false;
      await this.begin({ tx, clock }, wanted);
      return true;
    });
  }

  /**
   * Makes the step that is written down, if one is.
   *
   * @returns the step that holds
   * @throws AccountIsUsed if the step was for an unused account: then the clock goes on as before
   * @throws DomainError ServiceUnavailable while a service can't be told; a repeat goes on
   */
  async finish(accountId: string, operation: Operation): Promise<ClockStep> {
    let isUsed = false;
    for (;;) {
      const clock = await this.find(accountId);
      const { pending, held } = clock;
      if (!pending) {
        if (isUsed) throw new AccountIsUsed();
        return held;
      }
      await this.tell(pending.step, operation);
      if (pending.then) {
        isUsed = pending.then.forUnused === true && (await this.used.isUsed(accountId, operation));
        await this.goOn(pending, isUsed ? undefined : pending.then);
      } else {
        const earlier = await this.earlierDue(pending.step, held, operation);
        if (earlier === undefined) await this.hold(pending, held);
        else await this.goOn(pending, { ...pending.step, at: earlier });
      }
    }
  }

  /** Makes the step that somebody has left pending. */
  async finishLeft(accountId: string, operation: Operation): Promise<void> {
    const { pendingSince, advanceId } = await this.find(accountId);
    if (!pendingSince || advanceId !== undefined) return;
    if (this.clocks.system().getTime() - pendingSince.getTime() < LEFT_MS) return;
    try {
      await this.finish(accountId, operation);
    } catch (error) {
      if (!(error instanceof AccountIsUsed)) throw error;
    }
  }

  /**
   * Writes down the second step. The first one has stopped the clock everywhere, so nothing bears a later time than the
   * second one's.
   *
   * @param wanted absent if the clock goes on as before
   */
  private async goOn({ step: stopped }: PendingStep, wanted: WantedClock | undefined): Promise<void> {
    const { accountId, step } = stopped;
    await this.dataSource.transaction(async (tx) => {
      const { held, pending, madeBy } = await lockClock(tx, accountId, this.clocks.system());
      if (pending?.step.step !== step) return;
      const since = this.clocks.system();
      const next = lastOf(held, step + 1, wanted ?? asBefore(held), since);
      await setPending(tx, accountId, next, { since, madeBy: wanted && madeBy });
    });
  }

  /**
   * What has become due before the time to which an advance leads next, by a request that was carried out since the
   * advance asked. Once all services have stored the step, nothing else can.
   */
  private async earlierDue(step: ClockStep, held: ClockStep, operation: Operation): Promise<string | undefined> {
    if (!held.isAdvancing || !step.isAdvancing) return undefined;
    const next = await this.due.next(step.accountId, operation);
    if (!next || next.at >= step.at) return undefined;
    return next.at < held.at ? held.at : next.at;
  }

  private async hold({ step, ends }: PendingStep, before: ClockStep): Promise<void> {
    const { accountId, banks, at } = step;
    if (banks !== before.banks) await this.changeBanks(step);
    await this.dataSource.transaction(async (tx) => {
      await holdAlone(tx, NUMBERS);
      const { pending, advanceId } = await lockClock(tx, accountId, this.clocks.system());
      if (pending?.step.step !== step.step) return;
      await holdStep(tx, step);
      if (advanceId === undefined) return;
      await reach(tx, advanceId, at);
      if (!ends) return;
      await endAdvance(tx, advanceId, ends);
      await setAdvance(tx, accountId, null);
    });
  }

  private changeBanks({ accountId, banks, at }: ClockStep): Promise<void> {
    return banks === 'on-time' ? this.banks.begin(accountId, new Date(at)) : this.banks.end(accountId);
  }

  /** Resolves once no service has an effect any more under an earlier step. */
  private async tell(step: ClockStep, operation: Operation): Promise<void> {
    const others = resourceServices.filter((service) => service !== 'transfers');
    const told = await Promise.allSettled([
      this.clocks.store(step),
      ...others.map((service) =>
        this.calls.tell(routeAt(sharedServiceRoutes.tellOfClockStep, service), step.accountId, step, operation),
      ),
    ]);
    const failed = told.find((result) => result.status === 'rejected');
    if (failed) throw failed.reason;
  }
}

/** @throws DomainError Conflict */
function requireFree({ advanceId, pending }: StoredClock): void {
  if (advanceId !== undefined) throw advancing(advanceId);
  if (pending) throw stillProcessing();
}

export const advancing = (advanceId: string): DomainError =>
  new DomainError('Conflict', {
    message: 'The clock is being advanced. Send the request again when that has ended.',
    retryAfterSeconds: 1,
    about: { kind: 'sandbox-clock-advance', id: advanceId },
  });

/**
 * The step, or the one that first stops the clock everywhere: one that goes, unless its time stays real, and one that is
 * set to a time, so that its account is not used meanwhile.
 */
function firstOf(held: ClockStep, wanted: WantedClock, system: Date): PendingStep {
  const staysReal = held.mode === 'real' && wanted.mode === 'real';
  const isStopped = wanted.forUnused === true || (passes(held) && !staysReal);
  if (!isStopped) return lastOf(held, held.step + 1, wanted, system);
  const at = timeAfter(held, system).toISOString();
  const stop = { mode: 'frozen', isAdvancing: true, at, madeAt: system.toISOString() } as const;
  return { step: { ...held, ...stop, step: held.step + 1 }, then: wanted };
}

function lastOf(held: ClockStep, step: number, wanted: WantedClock, system: Date): PendingStep {
  const { mode, banks, isAdvancing, at = timeAfter(held, system).toISOString(), forUnused, ends } = wanted;
  const made = { accountId: held.accountId, step, mode, banks, isAdvancing, at, madeAt: system.toISOString() };
  return { step: { ...made, ...(forUnused && { begins: true }) }, ...(ends && { ends }) };
}

const asBefore = ({ mode, banks, isAdvancing }: ClockStep): WantedClock => ({ mode, banks, isAdvancing });
