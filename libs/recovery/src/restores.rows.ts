import type { DataSource } from 'typeorm';
import type { Restore } from './recovery-source.js';

type Database = Pick<DataSource, 'query'>;

export interface StoredRestore extends Restore {
  readonly ended: Date | null;
}

/** The restore that the data has been through last. */
export async function newestRestore(database: Database): Promise<StoredRestore | undefined> {
  const [row] = await database.query<StoredRestore[]>(
    'SELECT epoch, id, at, ended FROM restores ORDER BY epoch DESC LIMIT 1',
  );
  return row;
}

/** Zero for data that was never restored. */
export const epochOf = async (database: Database): Promise<number> => (await newestRestore(database))?.epoch ?? 0;

/** May be repeated. */
export async function storeRestore(database: Database, { epoch, id, at }: Restore): Promise<void> {
  await database.query('INSERT INTO restores (epoch, id, at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING', [
    epoch,
    id,
    at,
  ]);
}

export async function endRestore(database: Database, { epoch }: Restore): Promise<void> {
  await database.query('UPDATE restores SET ended = clock_timestamp() WHERE epoch = $1 AND ended IS NULL', [epoch]);
}
