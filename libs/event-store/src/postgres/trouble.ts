import { isUnavailable } from '@halyard/core';
import { DatabaseError } from 'pg';
import { retrying as retryingTrouble } from '../retrying.js';

/** Whether Postgres could not be asked, or its answer was lost. What is no error of the server is the connection's. */
export const isTrouble = (error: unknown): boolean => !(error instanceof DatabaseError) || isUnavailable(error);

/** @throws EventStoreUnavailable after a bounded number of tries */
export const retrying = <Result>(attempt: () => Promise<Result>): Promise<Result> =>
  retryingTrouble(attempt, isTrouble);
