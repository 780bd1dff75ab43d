import { DatabaseClient } from '@halyard/persistence';

/**
 * Whether a database has the streams of transfers, which otherwise are in an EventStoreDB.
 *
 * @param url administrator's
 */
export async function hasStreams(url: string): Promise<boolean> {
  const client = new DatabaseClient({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ here: boolean }>(
      `SELECT to_regclass('transfers.events') IS NOT NULL AS here`,
    );
    return rows[0]?.here === true;
  } finally {
    await client.end();
  }
}
