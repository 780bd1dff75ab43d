import { Client, type ClientConfig, type DatabaseError, Pool, type PoolConfig } from 'pg';

const heard = (): void => undefined;

/** SQLSTATEs of a server that answers but can't write: a full or failing disk, a standby. */
const WRITE_REFUSALS = new Set(['53100', '58030', '25006']);

/** This process's knowledge about a server, from all of its connections. */
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
 * A connection to Postgres whose errors are always listened to. Its user learns of its end from a query or from `end`.
 * An `error` event without a listener, while it is handed over, set up or closed, would end the process.
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

/** A connection that ended while it was idle is dropped, and the next statement opens another. */
export function openPool(config: PoolConfig): Pool {
  const options: PoolConfig & { readonly Client: typeof Client } = { ...config, Client: DatabaseClient };
  return new Pool(options).on('error', heard);
}

/** The driver for a DataSource. By itself TypeORM would load pg, which in a bundle is a second copy, and pg-native. */
export const postgresDriver = { driver: { Pool }, nativeDriver: {} } as const;
