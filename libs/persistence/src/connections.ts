import { Client, type ClientConfig, Pool, type PoolConfig } from 'pg';

const heard = (): void => undefined;

/**
 * A connection to Postgres that is listened to from its first moment to its last. Whoever uses it learns of its end from
 * its query or from `end`; an `error` that nobody hears, while it is handed over, set up or closed, ends the process.
 */
export class DatabaseClient extends Client {
  constructor(config?: string | ClientConfig) {
    super(config);
    this.on('error', heard);
  }
}

/** A pool of such connections. One that ended while it was idle is dropped, and the next statement opens another. */
export function openPool(config: PoolConfig): Pool {
  const options: PoolConfig & { readonly Client: typeof Client } = { ...config, Client: DatabaseClient };
  return new Pool(options).on('error', heard);
}
