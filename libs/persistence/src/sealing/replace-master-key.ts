import type { DataSource, EntityManager } from 'typeorm';
import { columnsOf } from './data-keys.rows.js';
import type { MasterKeys, WrappedKey } from './master-keys.js';

const BATCH = 500;

const REPLACE = `
  UPDATE data_keys SET wrapped = given.wrapped, master_id = given.master_id
  FROM unnest($1::text[], $2::bytea[], $3::text[]) AS given (subject_id, wrapped, master_id)
  WHERE data_keys.subject_id = given.subject_id`;

/**
 * Wraps all data keys of a service anew, by the newest master key, while the service runs. Then it removes the other
 * master keys from the tables, so that a process that still wraps by one of them reads the keys again. The replacement
 * may be killed anywhere and begun again, even by several processes at once.
 * @returns how many data keys were wrapped anew
 * @throws Error if none of the known master keys has wrapped a data key
 */
export async function replaceMasterKey(database: DataSource, masters: MasterKeys): Promise<number> {
  const [newest] = masters.known;
  if (!newest) throw new Error('there is no master key');
  await database.query('INSERT INTO master_keys (id) VALUES ($1) ON CONFLICT DO NOTHING', [newest.id]);
  let count = 0;
  for (let replaced = BATCH; replaced === BATCH; count += replaced) {
    replaced = await database.transaction((tx) => replaceSome(tx, masters, newest.id));
  }
  return count + (await forgetOthers(database, masters, newest.id));
}

async function replaceSome(tx: EntityManager, masters: MasterKeys, newestId: string): Promise<number> {
  const rows = await tx.query<WrappedKey[]>(
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
}

/**
 * Removes the other master keys, and wraps the data keys that they have wrapped meanwhile. It locks them first:
 * otherwise a busy service would always have wrapped another data key before they are gone. @returns how many data keys
 * were wrapped anew
 */
function forgetOthers(database: DataSource, masters: MasterKeys, newestId: string): Promise<number> {
  return database.transaction(async (tx) => {
    await tx.query('SELECT FROM master_keys WHERE id <> $1 ORDER BY id FOR UPDATE', [newestId]);
    let count = 0;
    for (let replaced = BATCH; replaced === BATCH; count += replaced) {
      replaced = await replaceSome(tx, masters, newestId);
    }
    await tx.query('DELETE FROM master_keys WHERE id <> $1', [newestId]);
    return count;
  });
}
