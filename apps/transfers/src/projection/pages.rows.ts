import { Injectable } from '@nestjs/common';
import { openPool, runPooled, type Step } from '@halyard/persistence';
import type { Pool } from 'pg';
import { DataSource } from 'typeorm';
import { Pages } from './page-writer.js';

/** The database ends a page whose process was stopped in the middle of it: its successor waits for the checkpoints. */
const STALLED_MS = 5_000;
/** A page for all, and some for those that catch up. */
const CONNECTIONS_MAX = 3;

/**
 * Connections that write nothing but pages. A page that a crash of the server takes with it is made again from its
 * checkpoint, which goes with it, so no page waits for the disk. Plans are kept for a connection's life, and must not be
 * those of the tables' first, small days.
 */
const SESSION = `
  SET synchronous_commit = off; SET transaction_timeout = ${STALLED_MS}; SET plan_cache_mode = force_generic_plan;
  SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off`;

/** In the database that the read models are in. */
@Injectable()
export class StoredPages extends Pages {
  private pool: Pool | undefined;

  constructor(private readonly dataSource: DataSource) {
    super();
  }

  override async close(): Promise<void> {
    const { pool } = this;
    this.pool = undefined;
    await pool?.end();
  }

  override async write(steps: readonly Step[]): Promise<void> {
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
