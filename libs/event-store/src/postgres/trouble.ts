import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseError } from 'pg';
import { EventStoreUnavailable } from '../event-store.js';

/**
 * SQLSTATE classes that say nothing about the statement itself: connection, transaction state (a standby), rollback by
 * the server, authorisation and database while it starts, resources, prerequisites, shutdown, system.
 */
const TROUBLE_CLASSES = new Set(['08', '25', '28', '3D', '40', '53', '55', '57', '58']);

/** Grows while Postgres restarts; together some two seconds. */
const RETRY_DELAYS_MS = [20, 50, 100, 200, 500, 1000];

/** Whether Postgres could not be asked, or its answer was lost. What is no error of the server is the connection's. */
export const isTrouble = (error: unknown): boolean =>
  !(error instanceof DatabaseError) || TROUBLE_CLASSES.has((error.code ?? '').slice(0, 2));

/**
 * Repeats what is safe to repeat (a read, or an append: the same again returns the first success).
 *
 * @throws EventStoreUnavailable after a bounded number of tries
 */
export async function retrying<Result>(attempt: () => Promise<Result>): Promise<Result> {
  for (const delayMs of RETRY_DELAYS_MS) {
    try {
      return await attempt();
    } catch (error) {
      if (!isTrouble(error)) throw error;
      await sleep(delayMs);
    }
  }
  try {
    return await attempt();
  } catch (error) {
    if (!isTrouble(error)) throw error;
    throw new EventStoreUnavailable('The event store could not be asked', { cause: error });
  }
}
