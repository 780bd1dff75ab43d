import type { PauseReason } from '@halyard/contracts/webhooks';
import type { DataSource } from 'typeorm';

type Database = Pick<DataSource, 'query'>;

/** Since when the delivery has been due that has been due longest; undefined if none is. */
export async function longestDue(db: Database, now: Date): Promise<Date | undefined> {
  const [row] = await db.query<{ at: Date | null }[]>('SELECT longest_due($1) AS at', [now]);
  return row?.at ?? undefined;
}

/** How many subscriptions are paused because they were failing, and not by a person. */
export async function failingCount(db: Database): Promise<number> {
  const counts = await pausedCounts(db);
  return [...counts].reduce((sum, [reason, count]) => sum + (reason === 'requested' ? 0 : count), 0);
}

/** How many subscriptions are paused, by reason. */
export async function pausedCounts(db: Database): Promise<ReadonlyMap<PauseReason, number>> {
  const rows = await db.query<{ reason: PauseReason; count: number }[]>(
    `SELECT pause_reason AS reason, count(*)::int AS count FROM subscriptions WHERE paused GROUP BY pause_reason`,
  );
  return new Map(rows.map(({ reason, count }) => [reason, count]));
}
