import type { ClientBase, Pool, QueryResultRow } from 'pg';
import { type DataSource, EntityManager } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { runPipeline, type PreparedStatement, type PipelineStep, StepFailed } from './pipeline.js';

/**
 * Runs a statement that each connection prepares once. Use it for frequent statements, because parsing and planning
 * often cost more than running; all others go through the data source.
 * @param db a transaction, or the data source for a single statement
 */
export async function queryPrepared<Row extends QueryResultRow>(
  db: DataSource | EntityManager,
  statement: PreparedStatement,
  values: readonly unknown[],
): Promise<Row[]> {
  const client = await clientOf(db);
  const { rows } = await client.query<Row>({ ...statement, values: [...values] });
  return rows;
}

/**
 * Runs several statements with one write and one read. @returns what `runPipeline` returns @throws the server's error
 * for one of them
 */
export async function queryTogether(
  tx: EntityManager,
  steps: readonly PipelineStep[],
): Promise<readonly (string | null)[]> {
  try {
    return await runPipeline((await tx.queryRunner?.connect()) as ClientBase, steps);
  } catch (error) {
    throw error instanceof StepFailed ? error.cause : error;
  }
}

export const poolOf = (dataSource: DataSource): Pool => (dataSource.driver as PostgresDriver).master as Pool;

function clientOf(db: DataSource | EntityManager): Pick<ClientBase, 'query'> | Promise<Pick<ClientBase, 'query'>> {
  if (!(db instanceof EntityManager)) return poolOf(db);
  return (db.queryRunner?.connect() as Promise<ClientBase> | undefined) ?? clientOf(db.connection);
}
