import { openPool as openAnyPool } from '@halyard/persistence';
import type { Pool, PoolConfig } from 'pg';

/**
 * Makes Postgres plan by indexes. A prepared plan lives as long as its connection, so a plan for a small log would last
 * too long.
 */
const PLAN_BY_INDEX = 'SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off';

/** How long callers wait for a server that has vanished. The network would give up much later. */
export const QUERY_TIMEOUT_MS = 15_000;

/** Opens a pool, which reopens lost connections. All connections stay open, unless `config` lets idle ones end. */
export function openPool(connectionString: string, config: PoolConfig): Pool {
  return openAnyPool({
    connectionString,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: 5000,
    query_timeout: QUERY_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    verify: (client, done) => {
      client.query(PLAN_BY_INDEX).then(() => done(), done);
    },
    ...config,
  });
}
