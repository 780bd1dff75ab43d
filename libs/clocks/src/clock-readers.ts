import { absent, keepRunning, Presence } from '@halyard/background';
import { DomainError, newId, pause } from '@halyard/core';
import type { Log } from '@halyard/observability';
import type { DataSource } from 'typeorm';
import { clockChannel, findStep, stepsNotReal, type StoredStep } from './account-clocks.rows.js';

const BACKOFF = { first: 50, max: 1_000 };
const ASKED_AGAIN_MS = 5;
/** A process that is stopped, but not dead, keeps an account from leaving real time. */
const LEFT_WITHIN_MS = 8_000;

const presenceOf = (processId: string): string => `account clocks ${processId}`;
const IS_ABSENT = absent(`'account clocks ' || process_id`);

/**
 * What this process knows of accounts' clocks without asking: which accounts have left real time. Whatever it does for
 * the others, it does without a lock. When an account leaves, it waits until that is done, and says so, and only then
 * the account has left. While the process can't hear of such accounts, it knows nothing of any account.
 */
export class ClockReaders {
  private readonly processId = newId();
  private readonly known = new Set<string>();
  private readonly underWay = new Map<string, number>();
  private readonly ended = new Map<string, (() => void)[]>();
  private readonly over = new AbortController();
  private isCurrent = false;
  private lost: () => void = () => undefined;
  private heard: Promise<unknown> = Promise.resolve();
  private running: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly dataSource: DataSource,
    private readonly schema: string,
    private readonly log: Log,
  ) {}

  start(): void {
    this.running = keepRunning((onProgress) => this.read(onProgress), {
      signal: this.over.signal,
      backoff: BACKOFF,
      onFailure: (err, failures) => this.log.warn({ failures, err }, 'accounts that have left real time are not known'),
    });
  }

  async stop(): Promise<void> {
    this.over.abort();
    this.lost();
    await this.running;
    await this.heard;
  }

  /** Whether the account's time is real for certain. If not, the database knows. */
  isReal(accountId: string): boolean {
    return this.isCurrent && !this.known.has(accountId);
  }

  /** Does work of an account whose time is real. */
  async unlocked<Result>(accountId: string, work: () => Promise<Result>): Promise<Result> {
    const { underWay } = this;
    underWay.set(accountId, (underWay.get(accountId) ?? 0) + 1);
    try {
      return await work();
    } finally {
      const left = (underWay.get(accountId) ?? 1) - 1;
      if (left > 0) underWay.set(accountId, left);
      else {
        underWay.delete(accountId);
        this.ended.get(accountId)?.forEach((tell) => tell());
        this.ended.delete(accountId);
      }
    }
  }

  /**
   * Resolves once no process of the service has anything under way that it began while the account's time was real.
   *
   * @throws DomainError ServiceUnavailable if that takes too long
   */
  async left(accountId: string, step: number): Promise<void> {
    for (const untilMs = performance.now() + LEFT_WITHIN_MS; performance.now() < untilMs;) {
      const rows = await this.dataSource.query<unknown[]>(STILL_THERE, [accountId, step]);
      if (rows.length === 0) return;
      await pause(ASKED_AGAIN_MS);
    }
    throw new DomainError('ServiceUnavailable', { cause: 'something is under way that began in real time' });
  }

  /** Reads what has left real time until the session is lost. */
  private async read(onProgress: () => void): Promise<void> {
    const { promise: isLost, resolve } = Promise.withResolvers<void>();
    this.lost = resolve;
    const presence = new Presence(this.dataSource, presenceOf(this.processId), resolve, {
      channel: clockChannel(this.schema),
      onNotice: (accountId) => this.hear(accountId),
    });
    try {
      await presence.open();
      await this.dataSource.query(FORGET_DEAD);
      await this.dataSource.query(ENTER, [this.processId]);
      this.known.clear();
      for (const stored of await stepsNotReal(this.dataSource)) this.know(stored);
      this.isCurrent = true;
      onProgress();
      if (!this.over.signal.aborted) await isLost;
    } finally {
      this.isCurrent = false;
      await presence.close();
    }
    if (!this.over.signal.aborted) throw new Error('the session was lost');
  }

  /** Takes in a step of an account, one after the other. */
  private hear(accountId: string): void {
    this.heard = this.heard
      .then(() => this.takeIn(accountId))
      .catch((err: unknown) => {
        this.log.warn({ err }, 'a step of an account was not taken in');
        this.lost();
      });
  }

  private async takeIn(accountId: string): Promise<void> {
    const stored = await findStep(this.dataSource, accountId);
    if (!stored) return;
    if (stored.mode === 'real') {
      this.known.delete(accountId);
      return;
    }
    this.know(stored);
  }

  private know({ accountId, step, hasLeftReal }: StoredStep): void {
    this.known.add(accountId);
    if (hasLeftReal) void this.leave(accountId, step);
  }

  /** Says that nothing is under way any more, once that is so. Others' steps are heard meanwhile. */
  private async leave(accountId: string, step: number): Promise<void> {
    try {
      if (this.underWay.has(accountId)) {
        await new Promise<void>((resolve) => {
          this.ended.set(accountId, [...(this.ended.get(accountId) ?? []), resolve]);
        });
      }
      await this.dataSource.query(LEAVE, [this.processId, accountId, step]);
    } catch (err) {
      this.log.warn({ err }, 'a step of an account was not confirmed');
      this.lost();
    }
  }
}

const ENTER = `INSERT INTO clock_readers (process_id) VALUES ($1) ON CONFLICT DO NOTHING`;

const FORGET_DEAD = `
  WITH dead AS (DELETE FROM clock_readers WHERE ${IS_ABSENT} RETURNING process_id)
  DELETE FROM clock_readers_left WHERE process_id IN (SELECT process_id FROM dead)`;

const LEAVE = `
  INSERT INTO clock_readers_left (process_id, account_id, step) VALUES ($1, $2, $3)
  ON CONFLICT (process_id, account_id) DO UPDATE SET step = greatest(clock_readers_left.step, excluded.step)`;

const STILL_THERE = `
  SELECT process_id FROM clock_readers AS reader
  WHERE NOT EXISTS (
    SELECT FROM clock_readers_left AS has_left
    WHERE has_left.process_id = reader.process_id AND has_left.account_id = $1 AND has_left.step >= $2
  ) AND NOT ${IS_ABSENT}
  LIMIT 1`;
