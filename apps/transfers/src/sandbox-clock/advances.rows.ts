import type { DidCounts, DueThing } from '@halyard/contracts/sandbox-clock';
import type { DataSource, EntityManager } from 'typeorm';
import type { WantedClock } from './clocks.rows.js';

/** Something that is due and fails, or a parked message, because of which an advance does not go on. */
export interface HeldBy {
  readonly what: DueThing | 'parked';
  /** A time of the system, in ISO 8601. */
  readonly since: string;
  readonly cause: string;
}

export type AdvanceStatus = 'advancing' | 'done' | 'stopped';

export interface Advance {
  readonly id: string;
  readonly accountId: string;
  readonly status: AdvanceStatus;
  /** A time of the system. */
  readonly begun: Date;
  readonly from: Date;
  readonly to: Date;
  readonly reached: Date;
  /** The clock after the advance, unless that is stopped. */
  readonly endsAs: Pick<WantedClock, 'mode' | 'banks'>;
  readonly waitsForWebhooks: boolean;
  readonly isStopAsked: boolean;
  readonly moments: number;
  readonly did: DidCounts;
  readonly slow: number;
  readonly held?: HeldBy;
  /** The position of the account's last event before the advance. */
  readonly eventsBefore?: number;
  readonly eventsLast?: number;
  readonly requestId: string;
  readonly traceparent?: string;
}

interface Row {
  readonly id: string;
  readonly account_id: string;
  readonly status: AdvanceStatus;
  readonly begun: Date;
  readonly from_at: Date;
  readonly to_at: Date;
  readonly reached_at: Date;
  readonly ends_as: Advance['endsAs'];
  readonly waits_for_webhooks: boolean;
  readonly is_stop_asked: boolean;
  readonly moments: number;
  readonly did: Partial<DidCounts>;
  readonly did_since_step: Partial<DidCounts>;
  readonly slow: number;
  readonly is_slow: boolean;
  readonly held: HeldBy | null;
  readonly events_before: string | null;
  readonly events_last: string | null;
  readonly request_id: string;
  readonly traceparent: string | null;
}

type Database = Pick<DataSource | EntityManager, 'query'>;

/** Its payload is the id of an advance that began, ended, or shall stop. */
export const ADVANCES_CHANNEL = 'halyard_clock_advances';

export type NewAdvance = Pick<
  Advance,
  'id' | 'accountId' | 'begun' | 'from' | 'to' | 'endsAs' | 'waitsForWebhooks' | 'requestId' | 'traceparent'
>;

export async function addAdvance(tx: EntityManager, advance: NewAdvance): Promise<void> {
  const { id, accountId, begun, from, to, endsAs, waitsForWebhooks, requestId, traceparent = null } = advance;
  await tx.query(
    `INSERT INTO clock_advances
       (id, account_id, from_at, to_at, reached_at, ends_as, waits_for_webhooks, request_id, traceparent, begun)
     VALUES ($1, $2, $3, $4, $3, $5, $6, $7, $8, $9)`,
    [id, accountId, from, to, JSON.stringify(endsAs), waitsForWebhooks, requestId, traceparent, begun],
  );
  await notify(tx, id);
}

export async function findAdvance(db: Database, id: string): Promise<Advance | undefined> {
  const [row] = await db.query<Row[]>('SELECT * FROM clock_advances WHERE id = $1', [id]);
  return row && advanceOf(row);
}

/** The advances that have not ended: those that shall stop first, then the oldest. */
export async function advancesUnderWay(db: Database): Promise<readonly Pick<Advance, 'id' | 'accountId'>[]> {
  const sql = `
    SELECT id, account_id AS "accountId" FROM clock_advances WHERE status = 'advancing'
    ORDER BY is_stop_asked DESC, number`;
  return db.query<Pick<Advance, 'id' | 'accountId'>[]>(sql);
}

/** How many advances something has held since a moment, or earlier, and since when the first of them. */
export async function heldAdvances(
  db: Database,
  heldBefore: Date,
): Promise<{ readonly count: number; readonly since?: Date }> {
  const sql = `
    SELECT count(*)::int AS count, min((held ->> 'since')::timestamptz) AS since FROM clock_advances
    WHERE status = 'advancing' AND (held ->> 'since')::timestamptz <= $1`;
  const [row] = await db.query<{ count: number; since: Date | null }[]>(sql, [heldBefore]);
  return { count: row?.count ?? 0, ...(row?.since && { since: row.since }) };
}

export async function advancesOf(
  db: Database,
  accountId: string,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ readonly total: number; readonly advances: readonly Advance[] }> {
  const [counted] = await db.query<{ total: string }[]>(
    'SELECT count(*) AS total FROM clock_advances WHERE account_id = $1',
    [accountId],
  );
  const rows = await db.query<Row[]>(
    'SELECT * FROM clock_advances WHERE account_id = $1 ORDER BY number DESC LIMIT $2 OFFSET $3',
    [accountId, limit, offset],
  );
  return { total: Number(counted?.total ?? 0), advances: rows.map(advanceOf) };
}

/** Asks an advance to stop. @returns whether it had not ended */
export async function askToStop(tx: EntityManager, id: string): Promise<boolean> {
  const sql = `UPDATE clock_advances SET is_stop_asked = true WHERE id = $1 AND status = 'advancing' RETURNING id`;
  const [rows] = await tx.query<[unknown[], number]>(sql, [id]);
  if (rows.length > 0) await notify(tx, id);
  return rows.length > 0;
}

/**
 * Stores the time to which a step has brought the clock. Whatever was done since the step before is added up for good:
 * that was a moment, if it was anything.
 */
export async function reach(tx: EntityManager, id: string, at: string): Promise<void> {
  await tx.query(
    `UPDATE clock_advances SET
       reached_at = $2, did = ${SUM}, did_since_step = '{}', moments = moments + (${DID_ANYTHING})::int,
       slow = slow + is_slow::int, is_slow = false
     WHERE id = $1`,
    [id, at],
  );
}

export async function endAdvance(tx: EntityManager, id: string, status: 'done' | 'stopped'): Promise<void> {
  await tx.query(`UPDATE clock_advances SET status = $2, held = NULL WHERE id = $1`, [id, status]);
  await notify(tx, id);
}

/** What an advance tells of itself between two steps. Members that are absent stay as they are. */
export interface Progress {
  /** Everything that was done since the last step of the clock. */
  readonly didSinceStep?: DidCounts;
  /** Webhooks have not answered in time: the moment is left all the same. */
  readonly isSlow?: true;
  readonly held?: HeldBy | null;
  readonly eventsBefore?: number;
  readonly eventsLast?: number;
  readonly to?: Date;
}

export async function storeProgress(db: Database, id: string, progress: Progress): Promise<void> {
  const { didSinceStep, isSlow, held, eventsBefore, eventsLast, to } = progress;
  await db.query(
    `UPDATE clock_advances SET
       did_since_step = coalesce($2, did_since_step), is_slow = coalesce($3, is_slow),
       held = CASE WHEN $4 THEN $5 ELSE held END, events_before = coalesce($6, events_before),
       events_last = coalesce($7, events_last), to_at = coalesce($8, to_at)
     WHERE id = $1 AND status = 'advancing'`,
    [
      id,
      didSinceStep && JSON.stringify(didSinceStep),
      isSlow,
      held !== undefined,
      held && JSON.stringify(held),
      eventsBefore,
      eventsLast,
      to,
    ],
  );
}

const notify = (tx: EntityManager, id: string): Promise<unknown> =>
  tx.query(`SELECT pg_notify('${ADVANCES_CHANNEL}', $1)`, [id]);

export const NOTHING_DONE: DidCounts = { submitted: 0, settled: 0, returned: 0, corrected: 0, other: 0 };

const SUM = `(
  SELECT jsonb_object_agg(name, coalesce((did ->> name)::int, 0) + coalesce((did_since_step ->> name)::int, 0))
  FROM unnest(ARRAY['${Object.keys(NOTHING_DONE).join(`', '`)}']) AS name
)`;

const DID_ANYTHING = `SELECT coalesce(sum(value::int), 0) > 0 FROM jsonb_each_text(did_since_step)`;

export const sumOf = (left: Partial<DidCounts>, right: Partial<DidCounts>): DidCounts => {
  const of = (name: keyof DidCounts): number => (left[name] ?? 0) + (right[name] ?? 0);
  return {
    submitted: of('submitted'),
    settled: of('settled'),
    returned: of('returned'),
    corrected: of('corrected'),
    other: of('other'),
  };
};

const advanceOf = (row: Row): Advance => ({
  id: row.id,
  accountId: row.account_id,
  status: row.status,
  begun: row.begun,
  from: row.from_at,
  to: row.to_at,
  reached: row.reached_at,
  endsAs: row.ends_as,
  waitsForWebhooks: row.waits_for_webhooks,
  isStopAsked: row.is_stop_asked,
  moments: row.moments + (Object.values(row.did_since_step).some((count) => count > 0) ? 1 : 0),
  did: sumOf(row.did, row.did_since_step),
  slow: row.slow + (row.is_slow ? 1 : 0),
  ...(row.held && { held: row.held }),
  ...(row.events_before !== null && { eventsBefore: Number(row.events_before) }),
  ...(row.events_last !== null && { eventsLast: Number(row.events_last) }),
  requestId: row.request_id,
  ...(row.traceparent !== null && { traceparent: row.traceparent }),
});
