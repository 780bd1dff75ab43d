import type { Clock, Scheduler } from '@halyard/core';
import type { DataSource } from 'typeorm';
import type { Log } from '@halyard/observability';
import { Rounds } from '@halyard/background';

interface RetryLoopOptions {
  readonly consumer: string;
  readonly dataSource: DataSource;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly log: Log;
  readonly retry: (topic: string, key: string) => Promise<void>;
}

/** How often the loop looks for keys whose process died before it could retry them. */
const SWEEP_MS = 60_000;
const PAGE = 100;

/**
 * Retries the failing keys of one consumer when they are due. It has one timer for all keys; their times are in the
 * table.
 */
export class RetryLoop {
  private readonly rounds: Rounds;
  private readonly stopping = new AbortController();
  private done: Promise<void> = Promise.resolve();

  constructor(private readonly options: RetryLoopOptions) {
    const { consumer, log, scheduler } = options;
    this.rounds = new Rounds({
      round: (signal) => this.round(signal),
      onFailure: (err, failures) => log.warn({ consumer, failures, err }, 'retries are put off'),
      scheduler,
    });
  }

  start(): void {
    this.done = this.rounds.run(this.stopping.signal);
  }

  readonly wake = (): void => this.rounds.wake();

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.done;
  }

  /** Retries the keys that are due. @returns milliseconds until the next key is due */
  private async round(signal: AbortSignal): Promise<number> {
    for (const { topic, key } of await this.due()) {
      if (!signal.aborted) await this.options.retry(topic, key);
    }
    return this.nextInMs();
  }

  private due(): Promise<{ topic: string; key: string }[]> {
    const { dataSource, consumer, clock } = this.options;
    return dataSource.query(
      `SELECT topic, key FROM inbox_failures WHERE consumer = $1 AND retry_at <= $2 ORDER BY retry_at LIMIT ${PAGE}`,
      [consumer, clock.system()],
    );
  }

  private async nextInMs(): Promise<number> {
    const { dataSource, consumer, clock } = this.options;
    const [row] = await dataSource.query<{ at: Date | null }[]>(
      `SELECT min(retry_at) AS at FROM inbox_failures WHERE consumer = $1`,
      [consumer],
    );
    return row?.at ? Math.min(Math.max(0, row.at.getTime() - clock.system().getTime()), SWEEP_MS) : SWEEP_MS;
  }
}
