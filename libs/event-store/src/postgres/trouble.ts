import { isUnavailable } from '@halyard/core';
import { DatabaseError } from 'pg';
import { retrying as retryingTrouble } from '../retrying.js';

/**
 * Whether Postgres could not be asked, or its answer was lost. An error that the server did not send is one of the
 * connection.
 */
export const isTrouble = (error: unknown): boolean => !(error instanceof DatabaseError) || isUnavailable(error);

/**
 * Repeats an attempt while Postgres can't be asked. @throws EventStoreUnavailable after a limited number of attempts
 */
export const retrying = <Result>(attempt: () => Promise<Result>): Promise<Result> =>
  retryingTrouble(attempt, isTrouble);
