import { realpathSync } from 'node:fs';
import type { Client } from 'pg';
import { DatabaseClient } from '@halyard/persistence';
import type { Keeper } from '../process/local-server.js';
import { hasCode } from '../process/local-server-error.js';
import type { Cluster } from './cluster.js';
import { SUPERUSER } from './cluster.js';
import { EmbeddedPostgresError } from './embedded-postgres-error.js';

const INVALID_PASSWORD = '28P01';
const CONNECT_TIMEOUT_MS = 2_000;

/** The database that all services share. */
const DATABASE = 'halyard';

export const adminUrl = (port: number, password: string, database = DATABASE): string =>
  `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}`;

async function checkIdentity(client: Client, port: number, dir: string): Promise<void> {
  const { rows } = await client.query<{ data_directory: string }>('SHOW data_directory');
  const reached = rows[0]?.data_directory ?? '';
  if (realpathSync(reached) === dir) return;
  throw new EmbeddedPostgresError(`The PostgreSQL server on port ${port} runs on ${reached}, not on ${dir}`);
}

async function ensureDatabase(client: Client): Promise<void> {
  const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [DATABASE]);
  if (rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`);
}

/**
 * Connects to the server of a cluster, proves over SQL that it is that one, and makes sure that the database exists.
 * The connection stays open for as long as the server runs.
 *
 * @throws the driver's error while no server answers, EmbeddedPostgresError when it is another's server
 */
export async function reach(port: number, { dir, password }: Cluster): Promise<Keeper> {
  const client = new DatabaseClient({
    connectionString: adminUrl(port, password, 'postgres'),
    application_name: 'halyard-keeper',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
  });
  const lost = new Promise<void>((resolve) => client.once('end', () => resolve()));
  try {
    await client.connect();
    await checkIdentity(client, port, dir);
    await ensureDatabase(client);
  } catch (error) {
    await client.end();
    if (!hasCode(error, INVALID_PASSWORD)) throw error;
    throw new EmbeddedPostgresError(
      `The server on port ${port} does not take the password that stands beside ${dir}: restore that file`,
      { cause: error },
    );
  }
  return { lost, close: () => client.end() };
}
