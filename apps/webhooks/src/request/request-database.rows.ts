import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { openPool } from '@halyard/persistence';
import type { Pool, QueryResultRow } from 'pg';
import { DataSource } from 'typeorm';

const READERS_MAX = 2;
const STATEMENT_TIMEOUT_MS = 5_000;
const CONNECT_TIMEOUT_MS = 5_000;
const IDLE_MS = 60_000;

/** A statement that is prepared once on each connection. */
export interface RequestStatement {
  readonly name: string;
  readonly text: string;
}

/** The connections of the request log. Deliveries have others, so they never wait for the request log. */
@Injectable()
export class RequestDatabase implements OnApplicationShutdown {
  private readonly writer: Pool;
  private readonly readers: Pool;

  constructor({ options }: DataSource) {
    if (options.type !== 'postgres') throw new Error('the log of requests is kept in Postgres');
    const shared = {
      connectionString: options.url,
      application_name: 'halyard-webhooks-requests',
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      statement_timeout: STATEMENT_TIMEOUT_MS,
      idleTimeoutMillis: IDLE_MS,
      allowExitOnIdle: true,
    };
    // A crash of the database server may lose the last requests. That is acceptable: no money depends on them.
    this.writer = openPool({ ...shared, max: 1, options: '-c synchronous_commit=off' });
    this.readers = openPool({ ...shared, max: READERS_MAX });
  }

  /** Runs one statement after the other. */
  async write(statement: RequestStatement, values: readonly unknown[]): Promise<void> {
    await this.writer.query({ ...statement, values: [...values] });
  }

  async read<Row extends QueryResultRow>(sql: string, values: readonly unknown[]): Promise<Row[]> {
    return (await this.readers.query<Row>(sql, [...values])).rows;
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.writer.end(), this.readers.end()]);
  }
}
