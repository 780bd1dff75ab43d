import type { DataSource } from 'typeorm';
import { columnsOf } from './data-keys.rows.js';
import type { MasterKeys, Wrapped } from './master-keys.js';

const BATCH = 500;
const FOREIGN_KEY_VIOLATION = '23503';

const REPLACE = `
  UPDATE data_keys SET wrapped = given.wrapped, master_id = given.master_id
  FROM unnest($1::text[], $2::bytea[], $3::text[]) AS given (subject_id, wrapped, master_id)
  WHERE data_keys.subject_id = given.subject_id`;

/**
 * Wraps all data keys of a service by the newest master key, while the service serves, and has it forget the others: who
 * wraps by one of those from then on reads the keys again. May be killed anywhere and begun again, by several at once.
 *
 * @returns how many were wrapped anew
 * @throws Error where a key is wrapped by none that is known
 */
export async function replaceMasterKey(database: DataSource, masters: MasterKeys): Promise<number> {
  const [newest] = masters.known;
  if (!newest) throw new Error('there is no master key');
  await database.query('INSERT INTO master_keys (id) VALUES ($1) ON CONFLICT DO NOTHING', [newest.id]);
  let count = 0;
  for (;;) {
    const replaced = await replaceSome(database, masters, newest.id);
    count += replaced;
    if (replaced === 0 && (await forgetOthers(database, newest.id))) return count;
  }
}

function replaceSome(database: DataSource, masters: MasterKeys, newestId: string): Promise<number> {
  return database.transaction(async (tx) => {
    const rows = await tx.query<Wrapped[]>(
      `SELECT subject_id AS "subjectId", wrapped, master_id AS "masterId" FROM data_keys
       WHERE master_id <> $1 ORDER BY subject_id LIMIT ${BATCH} FOR UPDATE`,
      [newestId],
    );
    const rewrapped = rows.flatMap((row) => {
      const former = masters.find(row.masterId);
      if (!former) throw new Error(`data keys are wrapped by a master key that is not here: ${row.masterId}`);
      const newest = masters.find(newestId);
      return newest ? [newest.wrap(row.subjectId, former.unwrap(row))] : [];
    });
    if (rewrapped.length > 0) await tx.query(REPLACE, columnsOf(rewrapped));
    return rewrapped.length;
  });
}

/** @returns whether nothing was wrapped by them meanwhile */
async function forgetOthers(database: DataSource, newestId: string): Promise<boolean> {
  try {
    await database.query('DELETE FROM master_keys WHERE id <> $1', [newestId]);
    return true;
  } catch (error) {
    const { code } = (error as { readonly driverError?: { readonly code?: string } }).driverError ?? {};
    if (code === FOREIGN_KEY_VIOLATION) return false;
    throw error;
  }
}
