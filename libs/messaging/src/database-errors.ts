import { isUnavailable } from '@halyard/core';

interface DriverError extends Error {
  readonly code?: string;
  readonly constraint?: string;
}

/** The error of `pg` for a failed statement, which TypeORM keeps as `driverError`. */
const driverErrorOf = (error: unknown): Partial<DriverError> => {
  if (!(error instanceof Error)) return {};
  return 'driverError' in error && error.driverError instanceof Error ? error.driverError : error;
};

/** Another transaction was first: a retry can succeed. */
export function lostRace(error: unknown): boolean {
  const { code, constraint } = driverErrorOf(error);
  return constraint === 'history_key_sequence' || code === '40001' || code === '40P01';
}

/** Statements ended by statement_timeout or lock_timeout. */
const TIMEOUTS = new Set(['57014', '55P03']);

/**
 * The database could not be reached, or went away, which says nothing about the request. A statement that timed out
 * does not count: it may belong to one event that always does, which must not hold up the others.
 */
export const databaseLost = (error: unknown): boolean =>
  isUnavailable(error) && !TIMEOUTS.has(driverErrorOf(error).code ?? '');
