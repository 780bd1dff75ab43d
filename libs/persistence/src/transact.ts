import { Unavailable } from '@halyard/core';
import { type DataSource, type EntityManager, QueryRunnerAlreadyReleasedError } from 'typeorm';
import { databaseLost } from './database-errors.js';
import { refusalOf, runPooled, type PipelineStep } from './statements/pipeline.js';
import { poolOf } from './statements/prepared-query.js';

/** The connection was lost during a transaction. Nobody knows whether it was committed: ask, or do the work again. */
export class ConnectionLost extends Unavailable {
  override readonly name = 'ConnectionLost';
}

/**
 * How long a transaction may do nothing before the database ends it. Its process may have been stopped, and others wait
 * for the keys that it has locked.
 */
const STALLED_MS = 5_000;

/**
 * Runs work in a transaction, and tells a lost connection from an error of the work. @throws ConnectionLost, and every
 * error of the work
 */
export async function transact<Result>(
  dataSource: DataSource,
  work: (tx: EntityManager) => Promise<Result>,
): Promise<Result> {
  let worked = false;
  try {
    return await dataSource.transaction(async (tx) => {
      try {
        await tx.query(`SET LOCAL idle_in_transaction_session_timeout = ${STALLED_MS}`);
        const result = await work(tx);
        worked = true;
        return result;
      } catch (error) {
        // TypeORM releases a runner whose connection broke, and the work then fails with TypeORM's own error.
        throw tx.queryRunner?.isReleased ? new ConnectionLost('in a transaction', { cause: error }) : error;
      }
    });
  } catch (error) {
    const broke = databaseLost(error) || (worked && error instanceof QueryRunnerAlreadyReleasedError);
    throw broke ? new ConnectionLost('at the edge of a transaction', { cause: error }) : error;
  }
}

/** How often work tells its transaction that its process is alive. */
const AWAKE_MS = 1_000;

/**
 * Runs work that may not use its transaction for longer than a stalled one is kept. A process that is stopped tells its
 * transaction nothing, and loses it as any other; so does work that hangs.
 *
 * @param maxMs how long the transaction is kept, if the work does not use it
 */
export async function keptAwake<Result>(
  tx: EntityManager,
  maxMs: number,
  work: () => Promise<Result>,
): Promise<Result> {
  let leftMs = maxMs;
  const telling = setInterval(() => {
    leftMs -= AWAKE_MS;
    // The work meets the error of a transaction that has failed as soon as it uses it again.
    if (leftMs >= 0) tx.query('SELECT').catch(() => undefined);
  }, AWAKE_MS);
  try {
    return await work();
  } finally {
    clearInterval(telling);
  }
}

/**
 * Runs steps in one transaction. @returns what `runPipeline` returns; undefined if the server refused a step, so that
 * none has an effect @throws ConnectionLost
 */
export async function transactSteps(
  dataSource: DataSource,
  steps: readonly PipelineStep[],
): Promise<readonly (string | null)[] | undefined> {
  try {
    return await runPooled(poolOf(dataSource), steps);
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal && !databaseLost(refusal)) return undefined;
    throw new ConnectionLost('in an exchange', { cause: error });
  }
}
