import type { DataSource } from 'typeorm';

const BATCH = 1_000;
/** The most rows that one call deletes. */
export const DELETED_MAX = 5 * BATCH;

/**
 * Deletes up to `DELETED_MAX` rows. Rows that others have locked are left for next time. @returns how many were deleted
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
      // The time is sent as text: a Date would be sent in the time zone of the process, and could fall on another day.
      [new Date(beforeMs).toISOString()],
    );
    deleted += count;
    if (count < BATCH) break;
  }
  return deleted;
}
