import { holdAlone } from '@halyard/persistence';
import type { DataSource, EntityManager } from 'typeorm';
import type { RecoveryNews } from './recovery-source.js';
import { epochOf } from './restores.rows.js';
import { type TakenAway, textOf } from './taken-away.js';

const PAGE = 1_000;
const CURSOR = /^(\d+):(\d+)$/;

type Database = Pick<DataSource, 'query'>;

/** Begins the name of the lock of all who record entries; the name of the service's schema follows. */
export const RECORDING_LOCK = 'what was taken away from ';

/**
 * Records entries within the transaction that takes something away, so that `recordedSince` finds them. Call it last in
 * the transaction: until the commit, other recorders of the service wait. So entries are numbered in the order in which
 * they are committed, and a look misses none.
 */
export async function recordTakenAway(tx: EntityManager, ...entries: readonly TakenAway[]): Promise<void> {
  if (entries.length === 0) return;
  const [{ schema }] = await tx.query<[{ schema: string }]>('SELECT current_schema() AS schema');
  await holdAlone(tx, RECORDING_LOCK + schema);
  await tx.query(
    `INSERT INTO taken_away (entry)
     SELECT entry FROM jsonb_array_elements($1::jsonb) WITH ORDINALITY AS given (entry, place) ORDER BY place`,
    [JSON.stringify(entries)],
  );
}

/** The recorded entries after a cursor, oldest first. A cursor of another epoch counts as none. */
export async function recordedSince(database: Database, after: string | undefined): Promise<RecoveryNews> {
  const epoch = await epochOf(database);
  const [, epochThen, position] = CURSOR.exec(after ?? '') ?? [];
  const from = Number(epochThen) === epoch ? Number(position) : 0;
  const rows = await database.query<{ position: string; entry: TakenAway }[]>(
    'SELECT position, entry FROM taken_away WHERE position > $1 ORDER BY position LIMIT $2',
    [from, PAGE],
  );
  return { entries: rows.map(({ entry }) => entry), next: `${epoch}:${rows.at(-1)?.position ?? from}` };
}

/** Leaves out entries that the data has been through: those that are recorded in it. */
export async function notRecorded(database: Database, entries: readonly TakenAway[]): Promise<readonly TakenAway[]> {
  const rows = await database.query<{ entry: TakenAway }[]>('SELECT entry FROM taken_away');
  const recorded = new Set(rows.map(({ entry }) => textOf(entry)));
  return entries.filter((entry) => !recorded.has(textOf(entry)));
}
