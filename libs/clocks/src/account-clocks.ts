import { type ClockStep, type DidCounts, passes, timeAfter } from '@halyard/contracts/sandbox-clock';
import { Clock, clockMoved } from '@halyard/core';
import type { Log } from '@halyard/observability';
import { holdAlone } from '@halyard/persistence';
import type { DataSource, EntityManager } from 'typeorm';
import { addDone, clockLock, doneSinceStep, findStep, storeStep, type StoredStep } from './account-clocks.rows.js';
import { ClockHolds } from './clock-holds.js';
import { ClockReaders } from './clock-readers.js';

export interface AccountClocksOptions {
  readonly dataSource: DataSource;
  readonly schema: string;
  /** The machine's clock. */
  readonly system: Clock;
  readonly log: Log;
  /** Called after a step was stored, to put off or bring forward what is due in the account. */
  readonly onStep: (accountId: string) => Promise<void>;
  /** Lets what stands in an account count as created at a moment, or earlier: a client has set the account's time. */
  readonly onBegin?: (tx: EntityManager, accountId: string, at: Date) => Promise<void>;
}

/** How late something may be done and still bear the time at which it was due. */
const IN_TIME_MS = 2_000;

/** The time that is recorded of something that was due. */
export interface DueTime {
  readonly at: Date;
  /** When it was due, if it bears another time. */
  readonly dueAt?: Date;
}

/** The time of an operation, and the step of the account's clock to which it belongs. */
export interface Stamp {
  readonly at: Date;
  /** Absent while the account's time is real. */
  readonly step?: number;
}

/**
 * The clocks of accounts, as a service has stored their steps (ADR 135). An account's time is the system's until the
 * account has left it; of such accounts nothing is read, and nothing locked.
 */
export class AccountClocks extends Clock {
  private readonly holds: ClockHolds;
  private readonly readers: ClockReaders;

  constructor(private readonly options: AccountClocksOptions) {
    super();
    this.holds = new ClockHolds(options.dataSource);
    this.readers = new ClockReaders(options.dataSource, options.schema, options.log);
  }

  start(): void {
    this.readers.start();
  }

  async stop(): Promise<void> {
    await this.readers.stop();
    await this.holds.close();
  }

  override system(): Date {
    return this.options.system.system();
  }

  override async now(accountId: string): Promise<Date> {
    return (await this.stampOf(accountId)).at;
  }

  override async isRunning(accountId: string): Promise<boolean> {
    const stored = await this.stateOf(accountId);
    return !stored || passes(stored);
  }

  override async isHeld(accountId: string): Promise<boolean> {
    return (await this.stateOf(accountId))?.isAdvancing ?? false;
  }

  override async follow(accountId: string): Promise<() => Date> {
    const stored = await this.stateOf(accountId);
    return () => (stored ? timeAfter(stored, this.system()) : this.system());
  }

  async stampOf(accountId: string): Promise<Stamp> {
    const stored = await this.stateOf(accountId);
    const at = stored ? timeAfter(stored, this.system()) : this.system();
    const step = stepIn(stored);
    return step === undefined ? { at } : { at, step };
  }

  /** The last step of the account's clock; undefined if its time has always been real, or is known to be so again. */
  async stateOf(accountId: string): Promise<StoredStep | undefined> {
    return this.readers.isReal(accountId) ? undefined : this.holds.stepOf(accountId);
  }

  /**
   * Does the work of an operation. While the account's time is not real, no step of its clock is stored meanwhile.
   *
   * @param step the operation's
   * @throws DomainError ServiceUnavailable with the step at which the clock is, if that is another
   */
  async during<Result>(accountId: string, step: number | undefined, work: () => Promise<Result>): Promise<Result> {
    if (step === undefined && this.readers.isReal(accountId)) return this.readers.unlocked(accountId, work);
    const held = await this.holds.take(accountId);
    try {
      requireSame(held.step, step);
      return await work();
    } finally {
      await held.release();
    }
  }

  override async hold<Result>(accountId: string, work: () => Promise<Result>): Promise<Result> {
    if (this.readers.isReal(accountId)) return this.readers.unlocked(accountId, work);
    const { release } = await this.holds.take(accountId);
    try {
      return await work();
    } finally {
      await release();
    }
  }

  /** @throws DomainError ServiceUnavailable as `during` does */
  async requireStep(accountId: string, step: number | undefined): Promise<void> {
    if (step === undefined && this.readers.isReal(accountId)) return;
    requireSame(await findStep(this.options.dataSource, accountId), step);
  }

  /**
   * Stores a step. When it resolves, no effect under an earlier one can be committed in this service any more. An
   * earlier step, and a repeat, change nothing.
   *
   * @throws DomainError ServiceUnavailable if something takes too long that began in real time; a repeat goes on
   */
  async store(step: ClockStep): Promise<void> {
    const { accountId } = step;
    const { dataSource, onStep, onBegin } = this.options;
    const stored = await dataSource.transaction(async (tx) => {
      await holdAlone(tx, clockLock(accountId));
      await storeStep(tx, step);
      if (step.begins) await onBegin?.(tx, accountId, new Date(step.at));
      return findStep(tx, accountId);
    });
    await onStep(accountId);
    if (stored?.hasLeftReal) await this.readers.left(accountId, stored.step);
  }

  /**
   * The time that is recorded of something that is done now, and was due. While a clock is advanced, that is when it was
   * due. What is done more than two seconds late on a clock that goes by itself bears the time at which it is done.
   */
  async timeOfDue(accountId: string, dueAt: Date): Promise<DueTime> {
    const stored = await this.stateOf(accountId);
    if (stored && !passes(stored)) return { at: dueAt };
    const now = stored ? timeAfter(stored, this.system()) : this.system();
    return now.getTime() - dueAt.getTime() > IN_TIME_MS ? { at: now, dueAt } : { at: dueAt };
  }

  /** Adds to what the service did of what was due, since the last step of the account's clock. */
  countDone(tx: EntityManager, accountId: string, more: Partial<DidCounts>): Promise<void> {
    return addDone(tx, accountId, more);
  }

  doneSinceStep(accountId: string): Promise<DidCounts> {
    return doneSinceStep(this.options.dataSource, accountId);
  }
}

const stepIn = (stored: StoredStep | undefined): number | undefined =>
  stored && stored.mode !== 'real' ? stored.step : undefined;

function requireSame(stored: StoredStep | undefined, step: number | undefined): void {
  if (stepIn(stored) !== step) throw clockMoved(stored?.step ?? 0);
}
