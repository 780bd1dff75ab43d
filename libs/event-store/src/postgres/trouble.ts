import { DatabaseError } from 'pg';
import { retrying as retryingTrouble } from '../retrying.js';

/**
 * SQLSTATE classes that say nothing about the statement itself: connection, transaction state (a standby), rollback by
 * the server, authorisation and database while it starts, resources, prerequisites, shutdown, system.
 */
const TROUBLE_CLASSES = new Set(['08', '25', '28', '3D', '40', '53', '55', '57', '58']);

/** Whether Postgres could not be asked, or its answer was lost. What is no error of the server is the connection's. */
export const isTrouble = (error: unknown): boolean =>
  !(error instanceof DatabaseError) || TROUBLE_CLASSES.has((error.code ?? '').slice(0, 2));

/** @throws EventStoreUnavailable after a bounded number of tries */
export const retrying = <Result>(attempt: () => Promise<Result>): Promise<Result> =>
  retryingTrouble(attempt, isTrouble);
