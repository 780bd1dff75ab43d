import { types } from 'node:util';

/** In lower case without `-` and `_`, so that the spellings of a name in headers, columns and properties all match. */
const secretNames = new Set(
  [
    ['authorization', 'proxyauthorization', 'cookie', 'setcookie', 'idempotencykey', 'principal', 'xprincipal'],
    [
      'password',
      'passphrase',
      'secret',
      'clientsecret',
      'apikey',
      'privatekey',
      'masterkey',
      'cookiekey',
      'signingkey',
    ],
    ['token', 'accesstoken', 'refreshtoken', 'idtoken', 'partnertoken', 'plaidtoken', 'codeverifier'],
    ['ssn', 'ein', 'passport', 'accountnumber', 'routingnumber', 'fingerprint', 'dateofbirth'],
    ['email', 'firstname', 'lastname', 'phone', 'address', 'address1', 'address2', 'postalcode', 'ipaddress'],
    ['body', 'parameters', 'databaseurl', 'connectionstring'],
  ].flat(),
);

const DEPTH_MAX = 8;
const HIDDEN = '[redacted]';

const isSecret = (name: string): boolean => secretNames.has(name.replaceAll(/[-_]/g, '').toLowerCase());

function redactValue(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null || types.isNativeError(value) || value instanceof Date) return value;
  if (depth > DEPTH_MAX) return '[too deep]';
  if (Buffer.isBuffer(value)) return HIDDEN;
  if (Array.isArray(value)) return value.map((item) => redactValue(item, depth + 1));
  return redact({ ...value }, depth);
}

/** A copy for the log. Values whose names suggest secrets or personal data are hidden at any depth. */
export function redact(fields: Readonly<Record<string, unknown>>, depth = 0): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, isSecret(name) ? HIDDEN : redactValue(value, depth + 1)]),
  );
}

interface LoggedError {
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  readonly stack?: string;
  readonly cause?: LoggedError;
}

/** In messages of class 22 (data exception) and 23 (constraint) Postgres quotes the value itself. */
const quotesData = (code: string | undefined): boolean => /^2[23][0-9A-Z]{3}$/.test(code ?? '');

/**
 * The parts of an error that may be logged. An allow-list, because errors of drivers contain the statement's parameters
 * as plain properties, and those of HTTP clients whole requests.
 */
export function logError(error: unknown, depth = 0): LoggedError {
  if (!types.isNativeError(error)) return { type: typeof error, message: 'something that is no Error was thrown' };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  const hidden = quotesData(code);
  return {
    type: error.name,
    message: hidden ? `SQLSTATE ${code}` : error.message,
    ...(code !== undefined && { code }),
    ...(!hidden && error.stack !== undefined && { stack: error.stack }),
    ...(error.cause !== undefined && depth < DEPTH_MAX && { cause: logError(error.cause, depth + 1) }),
  };
}
