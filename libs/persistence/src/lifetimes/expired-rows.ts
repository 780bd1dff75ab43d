import type { DataSource } from 'typeorm';

const BATCH = 1_000;
/** Rows of a table in one go. */
export const DELETED_MAX = 5 * BATCH;

/**
 * Deletes what is older, a batch at a time and up to `DELETED_MAX`; what a request holds is left for the next time.
 *
 * @returns how many rows
 */
export async function deleteOlder(
  dataSource: DataSource,
  table: string,
  column: string,
  beforeMs: number,
): Promise<number> {
  let deleted = 0;
  while (deleted < DELETED_MAX) {
    const [, count] = await dataSource.query<[unknown, number]>(
      `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
         SELECT ctid FROM ${table} WHERE ${column} < $1 LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
       ))`,
      // As text: a Date would come in the process's own time zone, and have another day in a column of days.
      [new Date(beforeMs).toISOString()],
    );
    deleted += count;
    if (count < BATCH) break;
  }
  return deleted;
}
