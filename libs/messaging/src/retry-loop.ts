import type { Clock } from '@halyard/core';
import type { DataSource } from 'typeorm';
import type { Log } from './log.js';
import type { Scheduler } from './scheduler.js';

export interface RetryLoopOptions {
  /** Name of the consumer. */
  readonly consumer: string;
  readonly dataSource: DataSource;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly log: Log;
  readonly retry: (topic: string, key: string) => Promise<void>;
}

/** Keys that another process was to try again are found at the latest after this, should it have died. */
const SWEEP_MS = 60_000;
const AFTER_ERROR_MS = 1_000;
const PAGE = 100;

/** Tries failing keys of one consumer again when they are due: one timer for all of them, the truth in the table. */
export class RetryLoop {
  private dueAt: Date | undefined;
  private cancel = (): void => undefined;
  private round: Promise<void> = Promise.resolve();
  /** While a round runs: the earliest time that was asked for meanwhile. */
  private asked: Date | undefined;
  private inRound = false;
  private stopped = false;

  constructor(private readonly options: RetryLoopOptions) {}

  /** Makes sure that a round starts no later than `at`. */
  wake(at: Date = this.options.clock.system()): void {
    if (this.inRound) this.asked = earlier(at, this.asked);
    if (this.stopped || this.inRound || (this.dueAt && this.dueAt <= at)) return;
    this.cancel();
    this.dueAt = at;
    const delayMs = Math.max(0, at.getTime() - this.options.clock.system().getTime());
    this.cancel = this.options.scheduler.after(delayMs, () => {
      this.dueAt = undefined;
      this.round = this.doRound();
    });
  }

  async stop(): Promise<void> {
    this.stopped = true;
    this.cancel();
    await this.round;
  }

  private async doRound(): Promise<void> {
    this.inRound = true;
    this.asked = undefined;
    const next = await this.tryDue();
    this.inRound = false;
    this.wake(earlier(next, this.asked));
  }

  /** @returns when the next round is due */
  private async tryDue(): Promise<Date> {
    const { clock, log, consumer } = this.options;
    try {
      for (const { topic, key } of await this.due()) {
        if (!this.stopped) await this.options.retry(topic, key);
      }
      return await this.next();
    } catch (error) {
      log.warn({ consumer, err: error }, 'retries are put off');
      return new Date(clock.system().getTime() + AFTER_ERROR_MS);
    }
  }

  private due(): Promise<{ topic: string; key: string }[]> {
    const { dataSource, consumer, clock } = this.options;
    return dataSource.query(
      `SELECT topic, key FROM inbox_failures WHERE consumer = $1 AND retry_at <= $2 ORDER BY retry_at LIMIT ${PAGE}`,
      [consumer, clock.system()],
    );
  }

  private async next(): Promise<Date> {
    const { dataSource, consumer, clock } = this.options;
    const [row] = await dataSource.query<{ at: Date | null }[]>(
      `SELECT min(retry_at) AS at FROM inbox_failures WHERE consumer = $1`,
      [consumer],
    );
    const sweep = new Date(clock.system().getTime() + SWEEP_MS);
    return row?.at && row.at < sweep ? row.at : sweep;
  }
}

const earlier = (a: Date, b: Date | undefined): Date => (b && b < a ? b : a);
