import { Client, type ClientConfig, type DatabaseError, Pool, type PoolConfig } from 'pg';

const heard = (): void => undefined;

/** SQLSTATEs of a server that answers but can't write: its disk is full or failing, or it is a standby. */
const WRITE_REFUSALS = new Set(['53100', '58030', '25006']);

/** The state of a server, as this process knows it from all its connections. */
class Server {
  refusesWrites = false;
  private triedAtMs = Number.NEGATIVE_INFINITY;

  mayTry(nowMs: number, everyMs: number): boolean {
    if (nowMs - this.triedAtMs < everyMs) return false;
    this.triedAtMs = nowMs;
    return true;
  }
}

const servers = new Map<string, Server>();

function serverAt(address: string): Server {
  const server = servers.get(address) ?? new Server();
  servers.set(address, server);
  return server;
}

/**
 * A connection to Postgres whose errors always have a listener. Without one, an `error` event while the connection is
 * handed over, set up or closed would end the process. Users learn of the connection's end from a query or from `end`.
 */
export class DatabaseClient extends Client {
  readonly server: Server;

  constructor(config?: string | ClientConfig) {
    super(config);
    this.server = serverAt(`${this.host}:${this.port}`);
    this.on('error', heard);
    this.connection.on('errorMessage', ({ code }: DatabaseError) => {
      if (code !== undefined && WRITE_REFUSALS.has(code)) this.server.refusesWrites = true;
    });
  }
}

const opened = new Map<string, Set<Pool>>();

/** Opens a pool. It drops a connection that ended while it was idle; the next statement opens another. */
export function openPool(config: PoolConfig): Pool {
  const options: PoolConfig & { readonly Client: typeof Client } = { ...config, Client: DatabaseClient };
  const pool = new Pool(options).on('error', heard);
  const { connectionString } = config;
  if (connectionString !== undefined) opened.set(connectionString, new Set(openPoolsOf(connectionString)).add(pool));
  return pool;
}

/** The pools that `openPool` has opened in this process with a URL, and that nobody has ended. */
export function openPoolsOf(connectionString: string): readonly Pool[] {
  return [...(opened.get(connectionString) ?? [])].filter(({ ending }) => !ending);
}

/** The driver for a DataSource. By itself, TypeORM would load pg-native, and a second copy of pg in a bundle. */
export const postgresDriver = { driver: { Pool }, nativeDriver: {} } as const;
