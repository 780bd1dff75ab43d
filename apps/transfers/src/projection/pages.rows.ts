import { Injectable } from '@nestjs/common';
import { openPool, runPooled, type PipelineStep } from '@halyard/persistence';
import type { Pool } from 'pg';
import { DataSource } from 'typeorm';
import { EventPages } from './page-writer.js';

/**
 * If a process stops within a page, the database ends its transaction after this time, since the successor waits for
 * the checkpoints.
 */
const STALLED_MS = 5_000;
/** One for the common page, the others for read models that catch up. */
const CONNECTIONS_MAX = 3;

/**
 * Settings of connections that only write pages. If the server crashes, a lost page is written again because its
 * checkpoint is lost with it, so no page waits for the disk. Prepared plans live as long as their connection, so they
 * must not be plans for small tables.
 */
const SESSION = `
  SET synchronous_commit = off; SET transaction_timeout = ${STALLED_MS}; SET plan_cache_mode = force_generic_plan;
  SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off`;

@Injectable()
export class StoredPages extends EventPages {
  private pool: Pool | undefined;

  constructor(private readonly dataSource: DataSource) {
    super();
  }

  override async close(): Promise<void> {
    const { pool } = this;
    this.pool = undefined;
    await pool?.end();
  }

  override async write(steps: readonly PipelineStep[]): Promise<void> {
    this.pool ??= poolFor(this.dataSource);
    await runPooled(this.pool, steps);
  }
}

function poolFor({ options }: DataSource): Pool {
  if (options.type !== 'postgres' || options.url === undefined) throw new Error('pages are written to Postgres');
  return openPool({
    connectionString: options.url,
    application_name: 'halyard-transfers-follower',
    max: CONNECTIONS_MAX,
    connectionTimeoutMillis: 5_000,
    query_timeout: 4 * STALLED_MS,
    keepAlive: true,
    verify: (client, done) => {
      client.query(SESSION).then(() => done(), done);
    },
  });
}
