import { openPool as openAnyPool } from '@halyard/persistence';
import type { Pool, PoolConfig } from 'pg';

/** Prepared plans live as long as their connection, so they must not be plans for a small log. */
const PLAN_BY_INDEX = 'SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off';

/** If a server vanished, callers must not wait until the network gives up. */
export const QUERY_TIMEOUT_MS = 15_000;

/** Lost connections are reopened. All stay open unless `config` lets idle ones end. */
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
