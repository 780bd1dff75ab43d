import { isUnavailable } from '@halyard/core';

interface DriverError extends Error {
  readonly code?: string;
  readonly constraint?: string;
}

/** The error of `pg` for a failed statement, which TypeORM keeps as `driverError`. */
export const driverErrorOf = (error: unknown): Partial<DriverError> => {
  if (!(error instanceof Error)) return {};
  return 'driverError' in error && error.driverError instanceof Error ? error.driverError : error;
};

/** Statements ended by statement_timeout or lock_timeout. */
const TIMEOUTS = new Set(['57014', '55P03']);

/** Says nothing about the request. A timeout does not count: an event that always times out must not hold up others. */
export const databaseLost = (error: unknown): boolean =>
  isUnavailable(error) && !TIMEOUTS.has(driverErrorOf(error).code ?? '');
