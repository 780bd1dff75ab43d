import { realpathSync } from 'node:fs';
import { pause } from '@halyard/core';
import type { Client } from 'pg';
import { DatabaseClient } from '@halyard/persistence';
import type { Keeper, StandingServer } from '../process/local-server.js';
import { hasCode } from '../process/local-server-error.js';
import type { Cluster } from './cluster.js';
import { SUPERUSER } from './cluster.js';
import { EmbeddedPostgresError } from './embedded-postgres-error.js';
import { findPostmaster } from './postmaster.js';

const INVALID_PASSWORD = '28P01';
const CONNECT_TIMEOUT_MS = 2_000;
/** Pause before the next try, in milliseconds: a connection ends a moment before its server. */
const AGAIN_MS = 20;

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

interface Connection {
  readonly client: Client;
  readonly ended: Promise<void>;
}

/**
 * Connects to the server of a cluster, proves over SQL that it is that one, and makes sure that the database exists.
 * @throws as `reach`
 */
async function connect(port: number, { dir, password }: Cluster): Promise<Connection> {
  const client = new DatabaseClient({
    connectionString: adminUrl(port, password, 'postgres'),
    application_name: 'halyard-keeper',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
  });
  const ended = new Promise<void>((resolve) => client.once('end', () => resolve()));
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
  return { client, ended };
}

/** Notices the end of the server by an open connection. If it is lost while the server runs, it is opened again. */
class PostgresKeeper implements Keeper {
  readonly lost: Promise<void>;
  readonly #closing = new AbortController();

  constructor(
    private connection: Connection,
    private readonly again: () => Promise<Connection>,
    private readonly isThere: () => boolean,
  ) {
    this.lost = this.#follow();
  }

  close(): Promise<void> {
    this.#closing.abort();
    return this.connection.client.end();
  }

  async #follow(): Promise<void> {
    const { signal } = this.#closing;
    await this.connection.ended;
    while (!signal.aborted && this.isThere()) {
      try {
        this.connection = await this.again();
        if (signal.aborted) await this.connection.client.end();
        await this.connection.ended;
      } catch {
        await pause(AGAIN_MS, signal);
      }
    }
  }
}

/**
 * Reaches the server of a cluster. A connection stays open for as long as the server runs.
 * @throws the driver's error while no server answers, EmbeddedPostgresError if it is another's server
 */
export async function reach({ port, pid }: Pick<StandingServer, 'port' | 'pid'>, cluster: Cluster): Promise<Keeper> {
  const again = (): Promise<Connection> => connect(port, cluster);
  return new PostgresKeeper(await again(), again, () => findPostmaster(cluster.dir)?.pid === pid);
}
