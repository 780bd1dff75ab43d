import { isUnavailable } from '@halyard/persistence';

interface DriverError extends Error {
  readonly code?: string;
  readonly constraint?: string;
}

/** What `pg` says of a failed statement; TypeORM keeps it as `driverError`. */
const driverErrorOf = (error: unknown): Partial<DriverError> => {
  if (!(error instanceof Error)) return {};
  return 'driverError' in error && error.driverError instanceof Error ? error.driverError : error;
};

/** Another transaction was faster: the same one again can succeed. */
export function lostRace(error: unknown): boolean {
  const { code, constraint } = driverErrorOf(error);
  return constraint === 'history_key_sequence' || code === '40001' || code === '40P01';
}

/** Statements cut short, by statement_timeout and lock_timeout. */
const TIMEOUTS = new Set(['57014', '55P03']);

/**
 * The database could not be asked, or went away: says nothing about what was asked of it. A statement that took too
 * long is not that: it may be one event that always does, which must not hold up the others.
 */
export const databaseLost = (error: unknown): boolean =>
  isUnavailable(error) && !TIMEOUTS.has(driverErrorOf(error).code ?? '');
