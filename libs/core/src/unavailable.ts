import { errorCodeOf, errorsIn } from './thrown.js';

/**
 * What a service depends on could not be asked, or its answer was lost with the outcome unknown: the same may be asked
 * again.
 */
export class Unavailable extends Error {}

/** A server that a setting names can't be used. The message is one line for the user, with its address and the reason. */
export class ServerUnusable extends Unavailable {
  override readonly name = 'ServerUnusable';
}

/**
 * SQLSTATEs that speak of the server and not of the statement (PostgreSQL manual, appendix A): connection exceptions,
 * insufficient resources, interventions, errors of its files; a role or a database that it does not let us have; what it
 * rolled back or refused for another's sake; the timeout of a transaction; and a standby, which a failover left us
 * connected to.
 */
const POSTGRES = /^(?:(?:08|28|3D|40|53|55|57|58)...|25P0[34]|25006)$/;

/**
 * Codes of Node (errno): no connection, a connection that was lost, or this machine has no room (files, ports, memory,
 * disk).
 */
const SYSTEM = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EAI_FAIL',
  'EADDRNOTAVAIL',
  'EMFILE',
  'ENFILE',
  'ENOBUFS',
  'ENOMEM',
  'ENOSPC',
  'EDQUOT',
  'EIO',
  'EROFS',
]);

/** Codes of TLS (Node and OpenSSL): whoever answers can't prove to be the server, or speaks no TLS. */
const TLS = /^(?:EPROTO|ERR_SSL_|ERR_TLS_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/;

/** Codes of undici: connections and answers of HTTP servers. */
const HTTP = /^UND_ERR_(?:CONNECT_TIMEOUT|HEADERS_TIMEOUT|BODY_TIMEOUT|SOCKET|CLOSED|DESTROYED)$/;

/** What `pg`, `pg-pool` and TypeORM throw without a code. */
const MESSAGES =
  /^(?:Connection terminated|timeout exceeded when trying to connect|timeout expired|The server does not support SSL connections|Query read timeout|Client (?:was closed|has encountered a connection error) and is not queryable|Cannot use a pool after calling end)/;

/** How TypeORM refuses further statements of a transaction whose connection was lost between two of them. */
const NAMES = new Set(['QueryRunnerAlreadyReleasedError', 'QueryRunnerProviderAlreadyReleasedError']);

/** KafkaJS says of its errors whether the same can succeed later, but calls these final. */
const KAFKA = /^KafkaJS(?:GroupCoordinatorNotFound|Timeout|LockTimeout|SASLAuthenticationError)$/;
const isOfKafka = (error: Error): boolean =>
  KAFKA.test(error.name) || (error.name.startsWith('KafkaJS') && 'retriable' in error && error.retriable === true);

function saysUnavailable(error: Error): boolean {
  const code = errorCodeOf(error) ?? '';
  return (
    error instanceof Unavailable ||
    POSTGRES.test(code) ||
    SYSTEM.has(code) ||
    TLS.test(code) ||
    HTTP.test(code) ||
    MESSAGES.test(error.message) ||
    NAMES.has(error.name) ||
    isOfKafka(error)
  );
}

/**
 * Whether an error says that something could not be asked or went away, in which case nothing is known of what was
 * asked, and the same may succeed a little later. The one place that knows how the drivers say so: it looks through
 * their wrappers and through causes.
 */
export const isUnavailable = (error: unknown): boolean => [...errorsIn(error)].some(saysUnavailable);
