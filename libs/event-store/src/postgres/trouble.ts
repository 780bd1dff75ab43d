import { isUnavailable } from '@halyard/core';
import { DatabaseError } from 'pg';
import { retrying as retryingTrouble } from '../retrying.js';

/** Postgres could not be asked, or its answer was lost. Errors that are not the server's are the connection's. */
export const isTrouble = (error: unknown): boolean => !(error instanceof DatabaseError) || isUnavailable(error);

/** @throws EventStoreUnavailable after a limited number of tries */
export const retrying = <Result>(attempt: () => Promise<Result>): Promise<Result> =>
  retryingTrouble(attempt, isTrouble);
