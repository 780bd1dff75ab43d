import { errorCodeOf, errorsIn } from './thrown.js';

/**
 * A server could not be asked, or its answer was lost and nobody knows the outcome. The same request may be sent again.
 */
export class Unavailable extends Error {}

/** A setting names a server that can't be used. The message is one line for the user, with address and reason. */
export class ServerUnusable extends Unavailable {
  override readonly name = 'ServerUnusable';
}

/**
 * SQLSTATEs that are about the server and not the statement (PostgreSQL manual, appendix A). They stand for: connection
 * exceptions, insufficient resources, interventions, and errors of its files; a role or database that we may not use;
 * statements that it rolled back or refused because of another one; the timeout of a transaction; and a standby, to
 * which a failover left us connected.
 */
const POSTGRES = /^(?:(?:08|28|3D|40|53|55|57|58)...|25P0[34]|25006)$/;

/**
 * Codes of Node (errno) for no connection, a lost connection, or no room on this machine (files, ports, memory, disk).
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

/** Codes of TLS (Node and OpenSSL): the peer can't prove that it is the server, or does not speak TLS. */
const TLS = /^(?:EPROTO|ERR_SSL_|ERR_TLS_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/;

/** Codes of undici, about connections to HTTP servers and their answers. */
const HTTP = /^UND_ERR_(?:CONNECT_TIMEOUT|HEADERS_TIMEOUT|BODY_TIMEOUT|SOCKET|CLOSED|DESTROYED)$/;

/** Messages of `pg`, `pg-pool` and TypeORM for errors without a code. */
const MESSAGES =
  /^(?:Connection terminated|timeout exceeded when trying to connect|timeout expired|The server does not support SSL connections|Query read timeout|Client (?:was closed|has encountered a connection error) and is not queryable|Cannot use a pool after calling end)/;

/** TypeORM's errors for further statements of a transaction after its connection was lost. */
const NAMES = new Set(['QueryRunnerAlreadyReleasedError', 'QueryRunnerProviderAlreadyReleasedError']);

/** Errors of KafkaJS that a retry can overcome, although KafkaJS calls them final. */
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
 * Whether an error says that a server could not be asked or went away. Nobody then knows the outcome, and the same
 * request may succeed a little later. Only this function knows how drivers say so: it looks through their wrappers and
 * causes.
 */
export const isUnavailable = (error: unknown): boolean => [...errorsIn(error)].some(saysUnavailable);
