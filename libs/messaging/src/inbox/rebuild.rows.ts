import type { DataSource, EntityManager } from 'typeorm';
import type { Differences, UntakenEvent } from '../rebuildable-models.js';

/** A rebuild of a consumer, as it is stored. */
export interface StoredRebuild {
  readonly id: string;
  readonly begun: Date;
  readonly events: number;
  /** Events that it has taken in a second until now. */
  readonly rate: number;
  readonly stoppedAt: UntakenEvent | undefined;
  readonly differences: Differences | undefined;
  readonly isSwapWanted: boolean;
}

/** Where an event is. */
export type EventPlace = Pick<UntakenEvent, 'stream' | 'revision'>;

interface Row {
  readonly id: string;
  readonly begun: Date;
  readonly events: string;
  readonly rate: number;
  readonly stopped_at: UntakenEvent | null;
  readonly differences: Differences | null;
  readonly is_swap_wanted: boolean;
}

/** The rebuild of one consumer, in the table that all processes of the service read. */
export class RebuildRows {
  constructor(
    private readonly consumer: string,
    private readonly dataSource: DataSource,
  ) {}

  async load(): Promise<StoredRebuild | undefined> {
    const [row] = await this.dataSource.query<Row[]>(
      `SELECT id, begun, events, stopped_at, differences, is_swap_wanted,
         events / greatest(extract(epoch FROM taken_at - began_at), 1)::float8 AS rate
       FROM consumer_rebuilds WHERE consumer = $1`,
      [this.consumer],
    );
    return (
      row && {
        id: row.id,
        begun: row.begun,
        events: Number(row.events),
        rate: row.rate,
        stoppedAt: row.stopped_at ?? undefined,
        differences: row.differences ?? undefined,
        isSwapWanted: row.is_swap_wanted,
      }
    );
  }

  /** Stores a new rebuild, or another pace of the one that there is. @returns whether it is new */
  async begin(tx: EntityManager, begun: Date, perSecond: number | undefined): Promise<boolean> {
    const [row] = await tx.query<[{ is_new: boolean }]>(
      `INSERT INTO consumer_rebuilds (consumer, begun, per_second) VALUES ($1, $2, $3)
       ON CONFLICT (consumer) DO UPDATE SET per_second = excluded.per_second, next_at = NULL
       RETURNING old.consumer IS NULL AS is_new`,
      [this.consumer, begun, perSecond ?? null],
    );
    return row.is_new;
  }

  /** Deletes the rebuild. It waits for a page that is being written. @returns false if there is none */
  async delete(tx: EntityManager): Promise<boolean> {
    const sql = 'WITH gone AS (DELETE FROM consumer_rebuilds WHERE consumer = $1 RETURNING 1) SELECT 1 FROM gone';
    return (await tx.query<unknown[]>(sql, [this.consumer])).length > 0;
  }

  /** Asks for the swap of a rebuild that differs. @returns false if there is none, or it does not differ */
  async wantSwap(tx: EntityManager): Promise<boolean> {
    const rows = await tx.query<unknown[]>(
      `WITH wanted AS (
         UPDATE consumer_rebuilds SET is_swap_wanted = true
         WHERE consumer = $1 AND differences IS NOT NULL AND stopped_at IS NULL AND NOT is_swap_wanted RETURNING 1
       ) SELECT 1 FROM wanted`,
      [this.consumer],
    );
    return rows.length > 0;
  }

  /**
   * Locks a rebuild until the commit.
   *
   * @returns how many events it may take at once; undefined if the rebuild has ended
   */
  async lock(tx: EntityManager, id: string): Promise<{ readonly countMax: number } | undefined> {
    const [row] = await tx.query<{ per_second: number | null }[]>(
      'SELECT per_second FROM consumer_rebuilds WHERE consumer = $1 AND id = $2 FOR UPDATE',
      [this.consumer, id],
    );
    return row && { countMax: row.per_second ?? Number.POSITIVE_INFINITY };
  }

  /**
   * Counts events that were taken. A rebuild that had stopped at one of them has not stopped any more.
   *
   * @returns for how many milliseconds the next ones have to wait, in every process
   */
  async count(tx: EntityManager, id: string, events: readonly EventPlace[]): Promise<number> {
    const [row] = await tx.query<{ wait_ms: number }[]>(
      `WITH counted AS (
         UPDATE consumer_rebuilds SET events = events + $3, taken_at = clock_timestamp(),
           stopped_at = CASE WHEN (stopped_at ->> 'stream') || '@' || (stopped_at ->> 'revision') = ANY ($4) 
             THEN NULL ELSE stopped_at END,
           next_at = greatest(next_at, clock_timestamp()) + $3 * interval '1 second' / per_second
         WHERE consumer = $1 AND id = $2 RETURNING next_at
       ) SELECT coalesce(extract(epoch FROM next_at - clock_timestamp()) * 1000, 0)::float8 AS wait_ms FROM counted`,
      [this.consumer, id, events.length, events.map(({ stream, revision }) => `${stream}@${revision}`)],
    );
    return Math.max(0, row?.wait_ms ?? 0);
  }

  async stoppedAt(id: string, at: UntakenEvent): Promise<void> {
    const sql = 'UPDATE consumer_rebuilds SET stopped_at = $3 WHERE consumer = $1 AND id = $2';
    await this.dataSource.query(sql, [this.consumer, id, JSON.stringify(at)]);
  }

  async differs(tx: EntityManager, id: string, differences: Differences): Promise<void> {
    const sql = 'UPDATE consumer_rebuilds SET differences = $3 WHERE consumer = $1 AND id = $2';
    await tx.query(sql, [this.consumer, id, JSON.stringify(differences)]);
  }

  /** Whether this transaction is the only one that settles the rebuild. */
  async settlesAlone(tx: EntityManager, id: string): Promise<boolean> {
    const sql = 'SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS alone';
    const [{ alone }] = await tx.query<[{ alone: boolean }]>(sql, [`rebuild ${id}`]);
    return alone;
  }

  /** How far the consumer has come with keys of a topic. */
  async reached(tx: EntityManager, topic: string, keys: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const rows = await tx.query<{ key: string; sequence: string }[]>(
      'SELECT key, sequence FROM inbox WHERE consumer = $1 AND topic = $2 AND key = ANY ($3)',
      [this.consumer, topic, keys],
    );
    return new Map(rows.map(({ key, sequence }) => [key, Number(sequence)]));
  }

  /** Whether an operator has let the consumer skip an event. */
  async isSkipped(topic: string, key: string, sequence: number): Promise<boolean> {
    const rows = await this.dataSource.query<unknown[]>(
      'SELECT 1 FROM inbox_skips WHERE consumer = $1 AND topic = $2 AND key = $3 AND sequence = $4',
      [this.consumer, topic, key, sequence],
    );
    return rows.length > 0;
  }

  /** Deletes what a bus in Postgres has stored of the groups of rebuilds that have ended. */
  async forgetGroups(prefix: string): Promise<void> {
    await this.dataSource.query(
      `DELETE FROM checkpoints WHERE starts_with(consumer_group, $1)
         AND NOT EXISTS (SELECT FROM consumer_rebuilds WHERE consumer = $2 AND $1 || id = consumer_group)`,
      [prefix, this.consumer],
    );
  }
}
