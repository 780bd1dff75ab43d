import type { Clock } from '@halyard/core';
import type { DataSource, EntityManager } from 'typeorm';
import type { DueItem } from './due-item.js';

/**
 * How often the runner looks for due items by itself. Notifications announce only items that are due before its next
 * look.
 */
export const SWEEP_MS = 60_000;

export const dueChannel = (schema: string): string => `${schema}_due_work`;

interface Row {
  readonly kind: string;
  readonly key: string;
  readonly account_id: string | null;
  readonly due_at: Date;
  readonly run_at: Date;
  readonly place: string;
  readonly data: unknown;
  readonly attempts: number;
}

export interface TakenItem extends DueItem {
  /** A number that changes each time that the item is put. */
  readonly place: string;
  readonly attempts: number;
}

const PUT = `
  WITH put AS (
    INSERT INTO due_work (kind, key, account_id, due_at, run_at, data)
    SELECT * FROM unnest($1::text[], $2::text[], $3::uuid[], $4::timestamptz[], $5::timestamptz[], $6::jsonb[])
    ON CONFLICT (kind, key) DO UPDATE SET
      account_id = excluded.account_id, due_at = excluded.due_at, run_at = excluded.run_at, data = excluded.data,
      place = DEFAULT, attempts = 0, cause = NULL
    RETURNING run_at
  )
  SELECT pg_notify(current_schema() || '_due_work', '') FROM put WHERE run_at <= $7 LIMIT 1`;

/** Deletes due items and answers them. It skips rows that others have locked, because they are working on them. */
const take = (which: string): string => `
  DELETE FROM due_work WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM due_work WHERE run_at <= $1 AND ${which} FOR UPDATE SKIP LOCKED
  ))
  RETURNING kind, key, account_id, due_at, run_at, place, data, attempts`;
const TAKE_DUE = take(`kind = ANY($2) ORDER BY run_at, place LIMIT $3`);
const TAKE_ONE = take(`kind = $2 AND key = $3`);

export class DueItems {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
  ) {}

  async put(tx: EntityManager, items: readonly DueItem[]): Promise<void> {
    const named = new Map(items.map((item) => [JSON.stringify([item.kind, item.key]), item]));
    const rows = [...named.values()];
    if (rows.length === 0) return;
    await this.keepClocks(tx, rows);
    await tx.query(PUT, [
      rows.map(({ kind }) => kind),
      rows.map(({ key }) => key),
      rows.map(({ accountId }) => accountId),
      rows.map(({ dueAt }) => dueAt),
      await Promise.all(rows.map((item) => this.runAt(item))),
      rows.map(({ data }) => JSON.stringify(data ?? null)),
      new Date(this.clock.system().getTime() + SWEEP_MS),
    ]);
  }

  async remove(tx: EntityManager, kind: string, key: string): Promise<boolean> {
    const sql = 'DELETE FROM due_work WHERE kind = $1 AND key = $2';
    const [, count] = await tx.query<[unknown, number]>(sql, [kind, key]);
    return count > 0;
  }

  async has(kind: string, key: string): Promise<boolean> {
    const rows = await this.dataSource.query<unknown[]>(`SELECT FROM due_work WHERE kind = $1 AND key = $2`, [
      kind,
      key,
    ]);
    return rows.length > 0;
  }

  /** Takes items that are due, in the order in which they became due. */
  async takeDue(tx: EntityManager, kinds: readonly string[], countMax: number): Promise<TakenItem[]> {
    const [rows] = await tx.query<[Row[], number]>(TAKE_DUE, [this.clock.system(), kinds, countMax]);
    const order = (a: Row, b: Row): number =>
      a.run_at.getTime() - b.run_at.getTime() || Number(a.place) - Number(b.place);
    return rows.sort(order).map(taken);
  }

  /** Takes an item if it still exists and is due. */
  async takeOne(tx: EntityManager, { kind, key }: DueItem): Promise<TakenItem | undefined> {
    const [rows] = await tx.query<[Row[], number]>(TAKE_ONE, [this.clock.system(), kind, key]);
    return rows.map(taken)[0];
  }

  /** Postpones an item that failed, unless a newer one with its kind and key was put meanwhile. */
  async putOff({ kind, key, place }: TakenItem, delayMs: number, cause: string): Promise<void> {
    await this.dataSource.query(
      `UPDATE due_work SET run_at = $4, attempts = attempts + 1, cause = $5
       WHERE kind = $1 AND key = $2 AND place = $3`,
      [kind, key, place, new Date(this.clock.system().getTime() + delayMs), cause],
    );
  }

  /** Milliseconds until the next item of these kinds is due; negative if it is overdue. */
  async nextInMs(kinds: readonly string[]): Promise<number> {
    const [row] = await this.dataSource.query<{ at: Date | null }[]>(
      `SELECT min(run_at) AS at FROM due_work WHERE run_at IS NOT NULL AND kind = ANY($1)`,
      [kinds],
    );
    return row?.at ? row.at.getTime() - this.clock.system().getTime() : Number.POSITIVE_INFINITY;
  }

  async accountClockMoved(accountId: string): Promise<void> {
    await this.dataSource.transaction(async (tx) => {
      await tx.query(`SELECT pg_advisory_xact_lock(${CLOCK_LOCK})`, [accountId]);
      const { nowMs, behindMs, runs } = await this.timeOf(accountId);
      await tx.query(
        `UPDATE due_work SET run_at =
           CASE WHEN $4 OR due_at <= $2 THEN due_at + $3 * interval '1 millisecond' END
         WHERE account_id = $1`,
        [accountId, new Date(nowMs), behindMs, runs],
      );
      await tx.query(`SELECT pg_notify(current_schema() || '_due_work', '')`);
    });
  }

  /**
   * Keeps accounts' items from being rescheduled until the transaction ends: rescheduling would miss the items that are
   * put here.
   */
  private async keepClocks(tx: EntityManager, items: readonly DueItem[]): Promise<void> {
    const accountIds = [...new Set(items.flatMap(({ accountId }) => accountId ?? []))].sort();
    for (const accountId of accountIds)
      await tx.query(`SELECT pg_advisory_xact_lock_shared(${CLOCK_LOCK})`, [accountId]);
  }

  private async runAt({ accountId, dueAt }: DueItem): Promise<Date | null> {
    if (accountId === null) return dueAt;
    const { nowMs, behindMs, runs } = await this.timeOf(accountId);
    return runs || dueAt.getTime() <= nowMs ? new Date(dueAt.getTime() + behindMs) : null;
  }

  private async timeOf(accountId: string) {
    const runs = await this.clock.isRunning(accountId);
    const nowMs = (await this.clock.now(accountId)).getTime();
    return { nowMs, behindMs: this.clock.system().getTime() - nowMs, runs };
  }
}

const CLOCK_LOCK = `hashtextextended('due work of ' || $1, 0)`;

const taken = ({ kind, key, account_id, due_at, place, data, attempts }: Row): TakenItem => ({
  kind,
  key,
  accountId: account_id,
  dueAt: due_at,
  data,
  place,
  attempts,
});
