import { type ShownEvent, shownEventOf } from '@halyard/contracts/topics';
import { DomainError } from '@halyard/core';
import type { DataSource, EntityManager } from 'typeorm';
import type { ConsumerRunner } from './consumer-runner.js';
import { type ForeignMessages, listForeign } from './foreign-messages.js';
import type { Skip } from './inbox.js';
import { countSkipped, listSkipped, type SkippedMessage } from './skipped-messages.js';

/** A key that can't go on, because one of its events could not be handled or is missing. */
export interface HeldKey {
  /** Names this stop of the key. When the key goes on, the id is gone; at the next stop it is another one. */
  readonly id: string;
  readonly consumer: string;
  readonly topic: string;
  readonly key: string;
  readonly cause: string;
  readonly attempts: number;
  readonly heldAt: Date;
  /** Time of the last attempt. */
  readonly failedAt: Date;
  /** Time of the next automatic retry; undefined once the key is parked, until an operator replays it. */
  readonly retryAt: Date | undefined;
  /** The missing sequence, if no event failed. Each attempt asks the source for it. */
  readonly missing: number | undefined;
  /** Number of waiting messages, including the failed one. */
  readonly waiting: number;
  /** The first waiting message, for operators. */
  readonly first: ShownEvent | undefined;
}

export type KeyOfConsumer = Pick<HeldKey, 'consumer' | 'topic' | 'key'>;

interface Row extends KeyOfConsumer {
  readonly id: string;
  readonly cause: string;
  readonly attempts: number;
  readonly held_at: Date;
  readonly failed_at: Date;
  readonly retry_at: Date | null;
  readonly missing: string | null;
  readonly waiting: number;
  readonly message: unknown;
}

const HELD = `
  SELECT id, consumer, topic, key, cause, attempts, held_at, failed_at, retry_at, missing,
    (SELECT count(*)::int FROM inbox_waiting w
     WHERE w.consumer = f.consumer AND w.topic = f.topic AND w.key = f.key) AS waiting,
    (SELECT message FROM inbox_waiting w
     WHERE w.consumer = f.consumer AND w.topic = f.topic AND w.key = f.key ORDER BY sequence LIMIT 1) AS message
  FROM inbox_failures f`;

/** A page of a list, in the order of ids. If `behind` is given, it begins after that entry. */
export interface Stretch {
  readonly limit: number;
  readonly behind?: string | undefined;
}

type Condition = '' | 'WHERE retry_at IS NULL' | 'WHERE missing IS NOT NULL AND attempts > 0';

const LIST_MAX = 1000;

const heldKeyOf = ({
  held_at: heldAt,
  failed_at: failedAt,
  retry_at: retryAt,
  missing,
  message,
  ...row
}: Row): HeldKey => ({
  ...row,
  heldAt,
  failedAt,
  retryAt: retryAt ?? undefined,
  missing: missing === null ? undefined : Number(missing),
  first: row.waiting === 0 ? undefined : shownEventOf(row.topic, message),
});

/** The keys with which a service's consumers can't go on. Operators see them, and can replay them. */
export class ParkedKeyList {
  constructor(
    private readonly dataSource: DataSource,
    private readonly consumers: { readonly runners: readonly ConsumerRunner[] },
  ) {}

  /** Lists held keys, those held longest first, at most a thousand. If `behind` is given, begins after that one. */
  async list({ limit, behind }: Stretch = { limit: LIST_MAX }): Promise<HeldKey[]> {
    const sql = `${HELD} WHERE $2::uuid IS NULL OR id > $2 ORDER BY id LIMIT $1`;
    return (await this.dataSource.query<Row[]>(sql, [limit, behind])).map(heldKeyOf);
  }

  async find(id: string, database: EntityManager = this.dataSource.manager): Promise<HeldKey | undefined> {
    const [row] = await database.query<Row[]>(`${HELD} WHERE id = $1`, [id]);
    return row && heldKeyOf(row);
  }

  /** Finds the key. @returns undefined if nothing holds it */
  async findKey({ consumer, topic, key }: KeyOfConsumer): Promise<HeldKey | undefined> {
    const sql = `${HELD} WHERE consumer = $1 AND topic = $2 AND key = $3`;
    const [row] = await this.dataSource.query<Row[]>(sql, [consumer, topic, key]);
    return row && heldKeyOf(row);
  }

  async heldCount(): Promise<number> {
    return this.count('');
  }

  async parkedCount(): Promise<number> {
    return this.count('WHERE retry_at IS NULL');
  }

  /** The parked key that has waited longest for an operator. */
  async longestParked(): Promise<HeldKey | undefined> {
    const [row] = await this.dataSource.query<Row[]>(`${HELD} WHERE retry_at IS NULL ORDER BY id LIMIT 1`);
    return row && heldKeyOf(row);
  }

  /** How many keys wait for an event that their source was asked for but has not brought. */
  async waitingCount(): Promise<number> {
    return this.count('WHERE missing IS NOT NULL AND attempts > 0');
  }

  /** Lists foreign messages, the latest first. */
  foreign(): Promise<ForeignMessages[]> {
    return listForeign(this.dataSource);
  }

  /** Lists skipped messages, the latest first. */
  skipped(stretch: Stretch): Promise<SkippedMessage[]> {
    return listSkipped(this.dataSource, stretch);
  }

  skippedCount(): Promise<number> {
    return countSkipped(this.dataSource);
  }

  /**
   * Handles the messages of a held key now, in order, from the failed one on. If this fails again, the key stays held
   * with the new cause: see `findKey`.
   * @throws DomainError InvalidResourceState for a consumer that this build does not have
   */
  async replay({ consumer, topic, key }: KeyOfConsumer): Promise<void> {
    await this.runnerOf(consumer).replay(topic, key);
  }

  /**
   * Makes a held key skip the message that failed or is missing. The key skips it at its next attempt, which `replay`
   * starts. The reason is stored with the skipped message.
   * @returns the skipped sequence; undefined if nothing holds the key any more
   * @throws DomainError InvalidResourceState for a consumer that this build does not have
   */
  skip(tx: EntityManager, { consumer, topic, key }: KeyOfConsumer, skip: Skip): Promise<number | undefined> {
    return this.runnerOf(consumer).skip(tx, topic, key, skip);
  }

  private runnerOf(consumer: string): ConsumerRunner {
    const runner = this.consumers.runners.find((one) => one.consumer === consumer);
    if (!runner) throw new DomainError('InvalidResourceState', { message: `No consumer ${consumer} runs here.` });
    return runner;
  }

  private async count(condition: Condition): Promise<number> {
    const sql = `SELECT count(*)::int AS count FROM inbox_failures ${condition}`;
    const [row] = await this.dataSource.query<{ count: number }[]>(sql);
    return row?.count ?? 0;
  }
}
