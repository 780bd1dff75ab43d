import type { DataSource } from 'typeorm';
import type { ConsumerRunner } from './consumer-runner.js';

/** A key that is held up, because one of its events could not be handled. */
export interface HeldKey {
  readonly consumer: string;
  readonly topic: string;
  readonly key: string;
  readonly cause: string;
  readonly attempts: number;
  readonly failedAt: Date;
  /** When it is tried again by itself; undefined once it is parked, until an operator replays it. */
  readonly retryAt: Date | undefined;
  /** Messages that wait, the failed one included. */
  readonly waiting: number;
}

const LIST_MAX = 1000;

interface Row {
  readonly consumer: string;
  readonly topic: string;
  readonly key: string;
  readonly cause: string;
  readonly attempts: number;
  readonly failed_at: Date;
  readonly retry_at: Date | null;
  readonly waiting: number;
}

/** The keys that a service's consumers could not go on with: for operators to see and to replay. */
export class Parking {
  constructor(
    private readonly dataSource: DataSource,
    private readonly consumers: { readonly runners: readonly ConsumerRunner[] },
  ) {}

  /** The longest held first, at most a thousand. */
  async list(): Promise<HeldKey[]> {
    const rows = await this.dataSource.query<Row[]>(
      `SELECT f.*, (SELECT count(*)::int FROM inbox_waiting w
                    WHERE w.consumer = f.consumer AND w.topic = f.topic AND w.key = f.key) AS waiting
       FROM inbox_failures f ORDER BY failed_at LIMIT ${LIST_MAX}`,
    );
    return rows.map(({ failed_at: failedAt, retry_at: retryAt, ...row }) => ({
      ...row,
      failedAt,
      retryAt: retryAt ?? undefined,
    }));
  }

  /** Keys that wait for an operator. */
  async parkedCount(): Promise<number> {
    const [row] = await this.dataSource.query<{ count: number }[]>(
      `SELECT count(*)::int AS count FROM inbox_failures WHERE retry_at IS NULL`,
    );
    return row?.count ?? 0;
  }

  /**
   * Handles a held key's messages now, in order, from the failed one on. If that fails again the key stays held, with
   * the new cause: ask `list`.
   */
  async replay({ consumer, topic, key }: Pick<HeldKey, 'consumer' | 'topic' | 'key'>): Promise<void> {
    const runner = this.consumers.runners.find((one) => one.consumer === consumer);
    if (!runner) throw new Error(`no consumer ${consumer} runs here`);
    await runner.replay(topic, key);
  }
}
