import type { Topic } from '@halyard/contracts';
import { binaryColumns, queryPrepared, type PreparedStatement, type PipelineStep } from '@halyard/persistence';
import type { EntityManager } from 'typeorm';
import type { KeyState, Turn } from './batch-plan.js';
import type { SequencedMessage } from './incoming.js';

/** Another process moved a key while this process handled it. A retry of the batch sees the new progress. */
export class ConcurrentDelivery extends Error {
  override readonly name = 'ConcurrentDelivery';
}

export interface WaitingMessage {
  readonly sequence: number;
  readonly message: unknown;
}

export interface InboxFailure {
  readonly cause: string;
  readonly attempts: number;
  readonly failedAt: Date;
  /** Time of the next automatic retry; undefined if the key is parked. */
  readonly retryAt: Date | undefined;
  /** The sequence of the missing event, if the key only waits for it; undefined if an event failed. */
  readonly missing: number | undefined;
}

/** An operator's decision to let a key skip a message. */
export interface Skip {
  readonly reason: string;
  /** The application that the operator used. */
  readonly by: string;
  /** The operator who decided; null if the application acted for nobody. */
  readonly personId: string | null;
  readonly at: Date;
}

interface FailureRow {
  readonly cause: string;
  readonly attempts: number;
  readonly failed_at: Date;
  readonly retry_at: Date | null;
  readonly missing: string | null;
}

interface LockedRow {
  readonly key: string;
  readonly sequence: string;
  readonly waits: boolean;
}

const WAITING_PAGE = 500;

const LOCK: PreparedStatement = {
  name: 'lock-inbox',
  text: `
    SELECT key, sequence, waits FROM inbox
    WHERE consumer = $1 AND topic = $2 AND key = ANY($3::text[]) ORDER BY key FOR UPDATE`,
};

/**
 * Moves keys. It is an upsert, because an upsert always finds rows by their key, even if Postgres planned it for a
 * small table.
 */
const ADVANCE: PreparedStatement = {
  name: 'advance-inbox',
  text: `
    WITH moved AS (
      SELECT * FROM unnest($3::text[], $4::bigint[], $5::boolean[]) AS moved (key, sequence, is_new)
    ), known AS (
      INSERT INTO inbox (consumer, topic, key, sequence) SELECT $1, $2, key, sequence FROM moved WHERE NOT is_new
      ON CONFLICT (consumer, topic, key) DO UPDATE SET sequence = excluded.sequence
    ), added AS (
      INSERT INTO inbox (consumer, topic, key, sequence) SELECT $1, $2, key, sequence FROM moved WHERE is_new
      ON CONFLICT DO NOTHING RETURNING key
    )
    SELECT count(*)::int AS added FROM added`,
};

const MOVE: PreparedStatement = { name: 'move-inbox', text: 'SELECT advance_inbox($1, $2, $3, $4, $5)' };

/**
 * One consumer's progress with one topic, stored in the inbox tables. Every method runs in the caller's transaction.
 */
export class Inbox {
  constructor(
    private readonly consumer: string,
    private readonly topic: Topic,
  ) {}

  /** Locks keys until the transaction ends, and reads their progress. Keys without a row are not in the map. */
  async lock(tx: EntityManager, keys: readonly string[]): Promise<Map<string, KeyState>> {
    const rows = await queryPrepared<LockedRow>(tx, LOCK, [
      this.consumer,
      this.topic,
      ...binaryColumns(keys, ['text', (key) => key]),
    ]);
    return new Map(rows.map(({ key, sequence, waits }) => [key, { sequence: Number(sequence), waits }]));
  }

  /** Moves keys to new sequences. @throws ConcurrentDelivery if a key that had no row to lock has one now */
  async advance(
    tx: EntityManager,
    known: ReadonlyMap<string, KeyState>,
    sequences: ReadonlyMap<string, number>,
  ): Promise<void> {
    // Sorted by key, so that two transactions that insert the same keys can't deadlock.
    const moved = [...sequences].sort(([a], [b]) => (a < b ? -1 : 1));
    const isNew = ([key]: readonly [string, number]): boolean => !known.has(key);
    const columns = binaryColumns(
      moved,
      ['text', ([key]) => key],
      ['bigint', ([, sequence]) => BigInt(sequence)],
      ['boolean', isNew],
    );
    const [row] = await queryPrepared<{ added: number }>(tx, ADVANCE, [this.consumer, this.topic, ...columns]);
    if (row?.added !== moved.filter(isNew).length) throw new ConcurrentDelivery();
  }

  /**
   * Makes a step that moves all keys or none: it raises an error if a key is not where it should be, or has messages
   * waiting.
   */
  moveStep(moved: Turn['moved']): PipelineStep {
    // Sorted by key, so that two transactions that move the same keys can't deadlock.
    const columns = binaryColumns(
      [...moved].sort((a, b) => (a.key < b.key ? -1 : 1)),
      ['text', ({ key }) => key],
      ['bigint', ({ before }) => BigInt(before)],
      ['bigint', ({ after }) => BigInt(after)],
    );
    return { statement: MOVE, values: [this.consumer, this.topic, ...columns] };
  }

  /** Inserts rows for keys that have none, so that all of them can be locked. */
  async open(tx: EntityManager, keys: readonly string[]): Promise<void> {
    await tx.query(
      `INSERT INTO inbox (consumer, topic, key, sequence)
       SELECT $1, $2, key, 0 FROM unnest($3::text[]) AS key ORDER BY key ON CONFLICT DO NOTHING`,
      [this.consumer, this.topic, [...keys]],
    );
  }

  /** Stores messages for later. The rows of their keys must exist and be locked. */
  async hold(tx: EntityManager, messages: readonly SequencedMessage[]): Promise<void> {
    await tx.query(
      `INSERT INTO inbox_waiting (consumer, topic, key, sequence, message)
       SELECT $1, $2, * FROM unnest($3::text[], $4::bigint[], $5::json[]) ON CONFLICT DO NOTHING`,
      [
        this.consumer,
        this.topic,
        messages.map(({ key }) => key),
        messages.map(({ sequence }) => sequence),
        messages.map(({ message }) => JSON.stringify(message)),
      ],
    );
    await tx.query(`UPDATE inbox SET waits = true WHERE consumer = $1 AND topic = $2 AND key = ANY($3) AND NOT waits`, [
      this.consumer,
      this.topic,
      messages.map(({ key }) => key),
    ]);
  }

  /** The waiting messages of a key, in order. */
  waiting(tx: EntityManager, key: string): Promise<WaitingMessage[]> {
    return tx
      .query<{ sequence: string; message: unknown }[]>(
        `SELECT sequence, message FROM inbox_waiting
         WHERE consumer = $1 AND topic = $2 AND key = $3 ORDER BY sequence LIMIT ${WAITING_PAGE}`,
        [this.consumer, this.topic, key],
      )
      .then((rows) => rows.map(({ sequence, message }) => ({ sequence: Number(sequence), message })));
  }

  /** Deletes the waiting messages of the key up to `sequence`, because they were handled. */
  async release(tx: EntityManager, key: string, sequence: number): Promise<void> {
    const values = [this.consumer, this.topic, key, sequence];
    const ofKey = `consumer = $1 AND topic = $2 AND key = $3`;
    await tx.query(`DELETE FROM inbox_waiting WHERE ${ofKey} AND sequence <= $4`, values);
    await tx.query(
      `UPDATE inbox SET sequence = $4, waits = EXISTS (SELECT FROM inbox_waiting WHERE ${ofKey}) WHERE ${ofKey}`,
      values,
    );
    await this.forgive(tx, key);
  }

  async failureOf(tx: EntityManager, key: string): Promise<InboxFailure | undefined> {
    const [row] = await tx.query<FailureRow[]>(
      `SELECT cause, attempts, failed_at, retry_at, missing FROM inbox_failures
       WHERE consumer = $1 AND topic = $2 AND key = $3`,
      [this.consumer, this.topic, key],
    );
    return (
      row && {
        cause: row.cause,
        attempts: row.attempts,
        failedAt: row.failed_at,
        retryAt: row.retry_at ?? undefined,
        missing: row.missing === null ? undefined : Number(row.missing),
      }
    );
  }

  async fail(
    tx: EntityManager,
    key: string,
    { cause, attempts, failedAt, retryAt, missing }: InboxFailure,
  ): Promise<void> {
    await tx.query(
      `INSERT INTO inbox_failures (consumer, topic, key, cause, attempts, failed_at, retry_at, missing, held_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $6)
       ON CONFLICT (consumer, topic, key) DO UPDATE SET cause = excluded.cause, attempts = excluded.attempts,
         failed_at = excluded.failed_at, retry_at = excluded.retry_at, missing = excluded.missing`,
      [this.consumer, this.topic, key, cause, attempts, failedAt, retryAt, missing],
    );
  }

  async isSkipped(tx: EntityManager, key: string, sequence: number): Promise<boolean> {
    const [row] = await tx.query<unknown[]>(
      `SELECT 1 FROM inbox_skips WHERE consumer = $1 AND topic = $2 AND key = $3 AND sequence = $4`,
      [this.consumer, this.topic, key, sequence],
    );
    return row !== undefined;
  }

  /** Records who skipped the message at a sequence, why, and the message itself. */
  async skip(tx: EntityManager, key: string, sequence: number, { reason, by, personId, at }: Skip): Promise<void> {
    await tx.query(
      `INSERT INTO inbox_skips (consumer, topic, key, sequence, reason, cause, message, skipped_by, person_id, skipped_at)
       SELECT consumer, topic, key, $4, $5, cause,
         (SELECT message FROM inbox_waiting w
          WHERE w.consumer = $1 AND w.topic = $2 AND w.key = $3 AND w.sequence = $4), $6, $7, $8
       FROM inbox_failures WHERE consumer = $1 AND topic = $2 AND key = $3
       ON CONFLICT DO NOTHING`,
      [this.consumer, this.topic, key, sequence, reason, by, personId, at],
    );
    await tx.query(
      `UPDATE inbox_failures SET retry_at = $4, missing = NULL WHERE consumer = $1 AND topic = $2 AND key = $3`,
      [this.consumer, this.topic, key, at],
    );
  }

  async forgive(tx: EntityManager, key: string): Promise<void> {
    const values = [this.consumer, this.topic, key];
    await tx.query(`DELETE FROM inbox_failures WHERE consumer = $1 AND topic = $2 AND key = $3`, values);
  }
}
