import type { Client } from 'pg';

export interface StatementFigures {
  readonly owner: string;
  readonly text: string;
  readonly calls: number;
  readonly rows: number;
  readonly ms: number;
  /** What it took to plan it, where that was not done before. */
  readonly planMs: number;
  readonly walBytes: number;
}

/** The server loads this at its next start. */
export async function askForStatements(postgres: Client): Promise<void> {
  await postgres.query(`ALTER SYSTEM SET shared_preload_libraries = 'pg_stat_statements'`);
  await postgres.query('ALTER SYSTEM SET pg_stat_statements.track_planning = on');
}

export async function forgetStatements(postgres: Client): Promise<void> {
  await postgres.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements');
  await postgres.query('SELECT pg_stat_statements_reset()');
}

/** What ran since, the longest in all first. Time `ms` is that of execution, waits for locks and the disk included. */
export async function statements(postgres: Client): Promise<StatementFigures[]> {
  const { rows } = await postgres.query<StatementFigures>(
    `SELECT rolname AS owner, regexp_replace(query, '\\s+', ' ', 'g') AS text, calls::int, rows::int,
            total_exec_time AS ms, total_plan_time AS "planMs", wal_bytes::float8 AS "walBytes"
       FROM pg_stat_statements JOIN pg_roles ON pg_roles.oid = userid
      ORDER BY total_exec_time DESC`,
  );
  return rows;
}
