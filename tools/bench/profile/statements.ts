import type { Client } from 'pg';

export interface StatementFigures {
  readonly owner: string;
  readonly text: string;
  readonly calls: number;
  readonly rows: number;
  readonly ms: number;
  /** Time to plan it, when it was not planned before. */
  readonly planMs: number;
  readonly walBytes: number;
}

/** Makes the server load pg_stat_statements at its next start. */
export async function askForStatements(postgres: Client): Promise<void> {
  await postgres.query(`ALTER SYSTEM SET shared_preload_libraries = 'pg_stat_statements'`);
  await postgres.query('ALTER SYSTEM SET pg_stat_statements.track_planning = on');
}

export async function forgetStatements(postgres: Client): Promise<void> {
  await postgres.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements');
  await postgres.query('SELECT pg_stat_statements_reset()');
}

/**
 * The statements run since then, the longest in total first. `ms` is the time of execution, with waits for locks and
 * the disk.
 */
export async function statements(postgres: Client): Promise<StatementFigures[]> {
  const { rows } = await postgres.query<StatementFigures>(
    `SELECT rolname AS owner, regexp_replace(query, '\\s+', ' ', 'g') AS text, calls::int, rows::int,
            total_exec_time AS ms, total_plan_time AS "planMs", wal_bytes::float8 AS "walBytes"
       FROM pg_stat_statements JOIN pg_roles ON pg_roles.oid = userid
      ORDER BY total_exec_time DESC`,
  );
  return rows;
}
