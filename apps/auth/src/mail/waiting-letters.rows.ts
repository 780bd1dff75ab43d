import type { DataSource } from 'typeorm';

/** Keys begin with the time at which they were made, so the first one is of the oldest letter. */
const OLDEST = `SELECT data ->> 'postedAt' AS "postedAt" FROM due_work WHERE kind = $1 ORDER BY key LIMIT 1`;

/** When the oldest letter was posted that is not sent yet; undefined if all are sent. */
export async function oldestPostedAt(db: Pick<DataSource, 'query'>, kind: string): Promise<Date | undefined> {
  const [oldest] = await db.query<{ postedAt: string }[]>(OLDEST, [kind]);
  return oldest && new Date(oldest.postedAt);
}
