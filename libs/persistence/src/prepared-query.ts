import type { ClientBase, Pool, QueryResultRow } from 'pg';
import type { DataSource, EntityManager } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import type { Statement } from './pipeline.js';

/**
 * Runs a statement by itself that each connection prepares once: to parse and plan it anew costs more than many a
 * statement does. For what is asked all the time; everything else goes through the data source as it is.
 */
export async function queryPrepared<Row extends QueryResultRow>(
  dataSource: DataSource,
  statement: Statement,
  values: readonly unknown[],
): Promise<Row[]> {
  const pool = (dataSource.driver as PostgresDriver).master as Pool;
  const { rows } = await pool.query<Row>({ ...statement, values: [...values] });
  return rows;
}

/** The same within a transaction. */
export async function queryPreparedWithin<Row extends QueryResultRow>(
  { queryRunner }: EntityManager,
  statement: Statement,
  values: readonly unknown[],
): Promise<Row[]> {
  if (!queryRunner) throw new Error('a transaction has a connection of its own');
  const client = (await queryRunner.connect()) as ClientBase;
  const { rows } = await client.query<Row>({ ...statement, values: [...values] });
  return rows;
}
