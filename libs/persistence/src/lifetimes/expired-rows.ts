import type { DataSource } from 'typeorm';

const BATCH = 1_000;

/** Deletes what is older, a bounded batch at a time; what a request holds is left for the next time. */
export async function deleteOlder(
  dataSource: DataSource,
  table: string,
  column: string,
  beforeMs: number,
): Promise<number> {
  let deleted = 0;
  for (;;) {
    const [, count] = await dataSource.query<[unknown, number]>(
      `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
         SELECT ctid FROM ${table} WHERE ${column} < $1 LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
       ))`,
      // As text: a Date would come in the process's own time zone, and have another day in a column of days.
      [new Date(beforeMs).toISOString()],
    );
    deleted += count;
    if (count < BATCH) return deleted;
  }
}
