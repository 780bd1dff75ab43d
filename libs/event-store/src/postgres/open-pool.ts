import type { PoolConfig } from 'pg';
import { Pool } from 'pg';

/** Plans are kept for a connection's life, and must not be those of the log's first, small days. */
const PLAN_BY_INDEX = 'SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off';

/** A server that vanished without a word must not hold up its callers until the network gives up. */
export const QUERY_TIMEOUT_MS = 15_000;

/** Connections that stay open, and are opened again when they were lost. */
export function openPool(connectionString: string, config: PoolConfig): Pool {
  const pool = new Pool({
    connectionString,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: 5000,
    query_timeout: QUERY_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    verify: (client, done) => {
      // The pool listens while a connection is idle and while it is asked, not in between: unheard, its end is the process's.
      client.on('error', () => undefined);
      client.query(PLAN_BY_INDEX).then(() => done(), done);
    },
    ...config,
  });
  // An idle connection that Postgres closed: the pool has dropped it already, the next query opens another.
  pool.on('error', () => undefined);
  return pool;
}
