import { types } from 'node:util';
import { QueryRunnerAlreadyReleasedError, QueryRunnerProviderAlreadyReleasedError } from 'typeorm';

/**
 * SQLSTATEs that speak of the server and not of the statement (PostgreSQL manual, appendix A): connection exceptions,
 * insufficient resources, interventions, errors of its files; a role or a database that it does not let us have; what it
 * rolled back or refused for another's sake; the timeout of a transaction; and a standby, which a failover left us
 * connected to.
 */
const UNAVAILABLE_STATE = /^(?:(?:08|28|3D|40|53|55|57|58)...|25P0[34]|25006)$/;

const NETWORK_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/** What `pg` and `pg-pool` throw without a code. */
const DRIVER_MESSAGES =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client (?:was closed|has encountered a connection error) and is not queryable|Cannot use a pool after calling end)/;

/** How TypeORM refuses further statements of a transaction whose connection was lost between two of them. */
const lostMeanwhile = (error: Error): boolean =>
  error instanceof QueryRunnerAlreadyReleasedError || error instanceof QueryRunnerProviderAlreadyReleasedError;

const CAUSES_MAX = 5;

/**
 * Whether an error says that the database could not be asked or went away, in which case nothing is known of what was
 * asked, and the same may succeed a little later. Looks through the wrappers of TypeORM and through causes.
 */
export function isUnavailable(error: unknown, depth = 0): boolean {
  if (!types.isNativeError(error) || depth > CAUSES_MAX) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (UNAVAILABLE_STATE.test(code) || NETWORK_CODES.has(code)) return true;
  if (DRIVER_MESSAGES.test(error.message) || lostMeanwhile(error)) return true;
  const within: unknown[] = ['driverError' in error ? error.driverError : undefined, error.cause];
  return within.some((inner) => inner !== error && isUnavailable(inner, depth + 1));
}
