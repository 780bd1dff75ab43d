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

interface AccountTime {
  readonly nowMs: number;
  /** How far the account's time is behind the system's. */
  readonly behindMs: number;
  readonly runs: boolean;
  /** Items are left to those who advance the account's clock. */
  readonly isHeld: boolean;
}

export interface NextItem {
  readonly kind: string;
  /** By the account's time. */
  readonly at: Date;
  readonly data: unknown;
}

const PUT = `
  WITH put AS (
    INSERT INTO due_work (kind, key, account_id, due_at, run_at, data)
    SELECT * FROM unnest($1::text[], $2::text[], $3::uuid[], $4::timestamptz[], $5::timestamptz[], $6::jsonb[])
    ON CONFLICT (kind, key) DO UPDATE SET
      account_id = excluded.account_id, due_at = excluded.due_at, run_at = excluded.run_at, data = excluded.data,
      place = DEFAULT, attempts = 0, cause = NULL, failing_since = NULL
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

/**
 * Takes the items of an account that come first, all of one moment and one kind, whatever the system's time is. It waits
 * for rows that others have locked.
 */
const TAKE_OF_ACCOUNT = `
  WITH next AS (
    SELECT due_at, kind FROM due_work WHERE account_id = $1 AND due_at <= $2 AND kind = ANY($3)
    ORDER BY due_at, array_position($3, kind) LIMIT 1
  )
  DELETE FROM due_work WHERE ctid = ANY (ARRAY(
    SELECT item.ctid FROM due_work AS item JOIN next USING (due_at, kind)
    WHERE account_id = $1 ORDER BY place LIMIT $4 FOR UPDATE OF item
  ))
  RETURNING kind, key, account_id, due_at, run_at, place, data, attempts`;

const NEXT_OF_ACCOUNT = `
  SELECT kind, due_at AS at, data FROM due_work WHERE account_id = $1 AND kind = ANY($2)
  ORDER BY due_at, array_position($2, kind) LIMIT 1`;

/** The moment of the item that was due first, as far as the runner knows, or that has failed longest. */
const LONGEST_DUE = `
  SELECT least(
    (SELECT min(run_at) FROM due_work WHERE run_at > 'epoch'),
    (SELECT min(failing_since) FROM due_work WHERE failing_since IS NOT NULL AND run_at IS NOT NULL)
  ) AS at`;

/** The first items that the runner has not looked at yet, so that only their accounts' clocks say when they are due. */
const UNPLACED = `
  SELECT account_id AS "accountId", min(due_at) AS "dueAt"
  FROM (
    SELECT account_id, due_at FROM due_work WHERE run_at = 'epoch' AND due_at > 'epoch' ORDER BY place LIMIT 100
  ) AS first
  GROUP BY account_id`;

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
      await this.runTimesOf(rows),
      rows.map(({ data }) => JSON.stringify(data ?? null)),
      new Date(this.clock.system().getTime() + SWEEP_MS),
    ]);
  }

  async remove(tx: EntityManager, kind: string, key: string): Promise<boolean> {
    const sql = 'DELETE FROM due_work WHERE kind = $1 AND key = $2';
    const [, count] = await tx.query<[unknown, number]>(sql, [kind, key]);
    return count > 0;
  }

  async removeOfAccount(tx: EntityManager, accountId: string, kinds: readonly string[]): Promise<void> {
    await tx.query('DELETE FROM due_work WHERE account_id = $1 AND kind = ANY($2)', [accountId, kinds]);
  }

  async keysOfAccount(
    accountId: string,
    kinds: readonly string[],
    dueAt: Date,
    tx: Pick<EntityManager, 'query'> = this.dataSource,
  ): Promise<string[]> {
    const sql = `SELECT key FROM due_work WHERE account_id = $1 AND kind = ANY($2) AND due_at = $3 ORDER BY place`;
    const rows = await tx.query<{ key: string }[]>(sql, [accountId, kinds, dueAt]);
    return rows.map(({ key }) => key);
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

  /**
   * Takes items of an account that are due at or before `until`: the first moment's, of the first of the kinds.
   *
   * @param kinds in the order in which those of one moment are taken
   */
  async takeOfAccount(
    tx: EntityManager,
    accountId: string,
    until: Date,
    kinds: readonly string[],
    countMax: number,
  ): Promise<TakenItem[]> {
    const [rows] = await tx.query<[Row[], number]>(TAKE_OF_ACCOUNT, [accountId, until, kinds, countMax]);
    return rows.sort((a, b) => Number(a.place) - Number(b.place)).map(taken);
  }

  /** The item of an account that is due next, by the account's time. */
  async nextOfAccount(accountId: string, kinds: readonly string[]): Promise<NextItem | undefined> {
    const [row] = await this.dataSource.query<NextItem[]>(NEXT_OF_ACCOUNT, [accountId, kinds]);
    return row;
  }

  /** Takes an item if it still exists and is due. */
  async takeOne(tx: EntityManager, { kind, key }: DueItem): Promise<TakenItem | undefined> {
    const [rows] = await tx.query<[Row[], number]>(TAKE_ONE, [this.clock.system(), kind, key]);
    return rows.map(taken)[0];
  }

  /** Postpones an item that failed, unless a newer one with its kind and key was put meanwhile. */
  async putOff({ kind, key, place }: TakenItem, delayMs: number, cause: string): Promise<void> {
    const now = this.clock.system();
    await this.dataSource.query(
      `UPDATE due_work
       SET run_at = $4, attempts = attempts + 1, cause = $5,
         failing_since = coalesce(failing_since, nullif(run_at, 'epoch'), $6)
       WHERE kind = $1 AND key = $2 AND place = $3`,
      [kind, key, place, new Date(now.getTime() + delayMs), cause, now],
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

  /**
   * How long the item has waited beyond its moment that was due longest, or has failed longest, in milliseconds; 0 if
   * none is due. Items of accounts whose clocks stand still before them are not due.
   */
  async overdueMs(): Promise<number> {
    const [row] = await this.dataSource.query<{ at: Date | null }[]>(LONGEST_DUE);
    const unplaced = await this.dataSource.query<Pick<DueItem, 'accountId' | 'dueAt'>[]>(UNPLACED);
    const times = [row?.at, ...(await this.runTimesOf(unplaced))].flatMap((time) => time?.getTime() ?? []);
    return Math.max(0, this.clock.system().getTime() - Math.min(...times));
  }

  async accountClockMoved(accountId: string): Promise<void> {
    await this.dataSource.transaction(async (tx) => {
      await tx.query(`SELECT pg_advisory_xact_lock(${CLOCK_LOCK})`, [accountId]);
      const { nowMs, behindMs, runs, isHeld } = await this.timeOf(accountId);
      if (isHeld) await tx.query(HOLD, [accountId]);
      else await tx.query(RESCHEDULE, [accountId, new Date(nowMs), behindMs, runs]);
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

  private async runTimesOf(items: readonly Pick<DueItem, 'accountId' | 'dueAt'>[]): Promise<readonly (Date | null)[]> {
    const times = new Map<string, Promise<AccountTime>>();
    return Promise.all(
      items.map(async ({ accountId, dueAt }) => {
        if (accountId === null) return dueAt;
        const time = times.get(accountId) ?? this.timeOf(accountId);
        times.set(accountId, time);
        const { nowMs, behindMs, runs, isHeld } = await time;
        const comes = !isHeld && (runs || dueAt.getTime() <= nowMs);
        return comes ? new Date(dueAt.getTime() + behindMs) : null;
      }),
    );
  }

  private async timeOf(accountId: string): Promise<AccountTime> {
    const runs = await this.clock.isRunning(accountId);
    const nowMs = (await this.clock.now(accountId)).getTime();
    const isHeld = await this.clock.isHeld(accountId);
    return { nowMs, behindMs: this.clock.system().getTime() - nowMs, runs, isHeld };
  }
}

/**
 * Changes when items run. It leaves out those that are being handled: whoever handles them ends them, or puts them again
 * by the account's new time, for which it waits until this is done.
 */
const reschedule = (runAt: string, which: string): string => `
  UPDATE due_work SET run_at = ${runAt} WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM due_work WHERE account_id = $1 AND ${which} FOR UPDATE SKIP LOCKED
  ))`;

/** Leaves the account's items to those who advance its clock. Most of them are left to them already. */
const HOLD = reschedule('NULL', 'run_at IS NOT NULL');

const RESCHEDULE = reschedule(
  `CASE WHEN $4 OR due_at <= $2 THEN due_at + $3 * interval '1 millisecond' END`,
  '($4 OR due_at <= $2 OR run_at IS NOT NULL)',
);

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
