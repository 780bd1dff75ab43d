import { binaryColumns } from '../statements/binary-columns.js';
import { KeysError } from './key-sources.js';
import type { MasterKeys, WrappedKey } from './master-keys.js';

export type RowQuery = <Row>(sql: string, parameters: readonly unknown[]) => Promise<readonly Row[]>;

interface NewDataKey {
  readonly subjectId: string;
  readonly content: Buffer;
}

/**
 * Adds data keys, wrapped by the newest master key that the tables know. It locks that master key, so that a process
 * that removes it waits for the commit and then finds the new rows. If the tables know none of this process's master
 * keys, no row is added.
 */
const ADD = `
  WITH master AS MATERIALIZED (
    SELECT id FROM master_keys WHERE id = ANY($1::text[]) ORDER BY position DESC LIMIT 1 FOR KEY SHARE
  )
  INSERT INTO data_keys (subject_id, wrapped, master_id)
  SELECT given.* FROM unnest($2::text[], $3::bytea[], $4::text[]) AS given (subject_id, wrapped, master_id)
  JOIN master ON master.id = given.master_id`;
/** Leaves a subject's key as it is, but puts the new key in place of a destroyed one. */
const UNLESS_IT_STANDS = `
  ON CONFLICT (subject_id) DO UPDATE SET wrapped = excluded.wrapped, master_id = excluded.master_id, created_at = now()
  WHERE data_keys.wrapped IS NULL`;
const BEGIN = `
  INSERT INTO master_keys (id) SELECT $1 WHERE NOT EXISTS (SELECT FROM master_keys) ON CONFLICT DO NOTHING`;
const ATTEMPTS_MAX = 3;

/**
 * Stores new data keys.
 * @param ifNew whether a subject that has a key already keeps it; otherwise such a subject is an error
 * @returns the subjects whose new keys were stored
 * @throws KeysError if the service knows no master key that this process has
 */
export async function addDataKeys(
  ask: RowQuery,
  masters: MasterKeys,
  keys: readonly NewDataKey[],
  { ifNew }: { readonly ifNew: boolean },
): Promise<ReadonlySet<string>> {
  const sql = `${ADD}${ifNew ? UNLESS_IT_STANDS : ''} RETURNING data_keys.subject_id`;
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
    const { known } = masters;
    const wrapped = known.flatMap((master) => keys.map(({ subjectId, content }) => master.wrap(subjectId, content)));
    const added = await ask<{ subject_id: string }>(sql, [known.map(({ id }) => id), ...columnsOf(wrapped)]);
    if (added.length > 0) return new Set(added.map(({ subject_id: subjectId }) => subjectId));
    if (ifNew && (await allStand(ask, keys))) return new Set();
    await ask(BEGIN, [known[0]?.id]);
    masters.readAgain();
  }
  throw wrongMaster();
}

/** Whether every subject has a key. If not, the tables knew no master key that could wrap the missing ones. */
const allStand = async (ask: RowQuery, keys: readonly NewDataKey[]): Promise<boolean> =>
  (
    await ask('SELECT FROM data_keys WHERE subject_id = ANY($1::text[]) AND wrapped IS NOT NULL', [
      keys.map(({ subjectId }) => subjectId),
    ])
  ).length === keys.length;

/** The error for a wrong master key. No data is lost by it: somebody has to give the right key. */
export const wrongMaster = (): KeysError =>
  new KeysError('MASTER_KEY is not the key that the data keys of this database are wrapped with');

export const columnsOf = (keys: readonly WrappedKey[]): Buffer[] =>
  binaryColumns(
    keys,
    ['text', ({ subjectId }) => subjectId],
    ['bytea', ({ wrapped }) => wrapped],
    ['text', ({ masterId }) => masterId],
  );
