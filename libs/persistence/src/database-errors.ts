import { isUnavailable } from '@halyard/core';

interface DriverError extends Error {
  readonly code?: string;
  readonly constraint?: string;
}

/** The error of `pg` for a failed statement. TypeORM wraps it and keeps it as `driverError`. */
export const driverErrorOf = (error: unknown): Partial<DriverError> => {
  if (!(error instanceof Error)) return {};
  return 'driverError' in error && error.driverError instanceof Error ? error.driverError : error;
};

/** SQLSTATEs of statements that statement_timeout or lock_timeout ended. */
const TIMEOUTS = new Set(['57014', '55P03']);

/**
 * Whether an error is about the database and not about the request. A timeout does not count: an event that always
 * times out must not delay other events.
 */
export const databaseLost = (error: unknown): boolean =>
  isUnavailable(error) && !TIMEOUTS.has(driverErrorOf(error).code ?? '');
