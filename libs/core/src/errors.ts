import { boundedFaults, type Fault } from './faults.js';

/** The kind of a refusal. One table maps each kind to an HTTP status. */
export type ErrorKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'notFound'
  | 'gone'
  | 'tooEarly'
  | 'methodNotAllowed'
  | 'notAcceptable'
  | 'conflict'
  | 'tooLarge'
  | 'unsupportedMediaType'
  | 'unprocessable'
  | 'tooManyRequests'
  | 'internal'
  | 'unavailable'
  | 'timeout';

interface ErrorCodeRow {
  readonly kind: ErrorKind;
  readonly message: string;
  /** Whether an unchanged request can succeed later by itself. Consumers retry only such codes. */
  readonly retryable: boolean;
}

const row = (kind: ErrorKind, message: string, retryable = false): ErrorCodeRow => ({ kind, message, retryable });

/** Every top-level code that a client can get. Codes are public API: add new ones, but never rename one. */
export const errorCodes = {
  BadRequest: row('invalid', 'The request body could not be read. Send one JSON object, in UTF-8.'),
  ValidationError: row('invalid', 'Validation error(s) present. See the embedded errors for what to correct.'),
  DuplicateResource: row('invalid', 'The resource already exists. Use the one that `about` leads to.'),
  MaxNumberOfResources: row(
    'invalid',
    'The maximum number of resources is reached. Remove one that is no longer needed.',
  ),
  /** The bank does not tell what an account's balance is. */
  UnsupportedBank: row('invalid', 'The bank does not support this. Use another bank, or do without.'),
  /** The owner has to log in to the bank again. */
  UpdateCredentials: row('invalid', 'The credentials for the bank have changed. Link the bank again.'),
  /** An institution's answer to a login (specification, IAV error flags). */
  InvalidLogin: row('invalid', 'The login or the security information is incorrect. Correct it, and try again.'),
  AccountNotFound: row('invalid', 'The bank account was not found. Select another, or add the bank by its numbers.'),
  UnsupportedSite: row('invalid', 'The institution is not supported. Add the bank by its numbers.'),
  AlreadyLoggedIn: row('invalid', 'Log out of the site of the institution, and try again.'),
  VisitSite: row('invalid', 'The site of the institution needs something to be done there. Visit it, and try again.'),
  UnavailableSite: row('invalid', 'The institution has technical difficulties. Try again later.'),
  InvalidCredentials: row(
    'unauthenticated',
    'Missing or invalid credentials. Send `Authorization: Bearer` with a token that POST /token gave.',
  ),
  InvalidAccessToken: row(
    'unauthenticated',
    'Invalid access token. Request a new one from POST /token of this installation.',
  ),
  ExpiredAccessToken: row('unauthenticated', 'The access token has expired. Request a new one from POST /token.'),
  InvalidApplicationStatus: row(
    'unauthenticated',
    'The application is not active. Ask the operator of the installation to approve it.',
  ),
  InvalidAccountStatus: row(
    'unauthenticated',
    'The account is not active. Ask the operator of the installation to reinstate it.',
  ),
  /** This request of a console page needs a person who is logged in. */
  NoSession: row('unauthenticated', 'Nobody is logged in here. Log in to the console.'),
  FreshLogInRequired: row(
    'unauthenticated',
    'Log in again: for this the last log-in has to be five minutes old at most.',
  ),
  CrossSiteRequest: row(
    'forbidden',
    'The request did not come from a page of the console. Programs use the API itself, with a token.',
  ),
  InvalidScopes: row(
    'forbidden',
    'The token lacks a scope that this request needs. Request one with it from POST /token.',
  ),
  Forbidden: row('forbidden', 'Not authorized for this resource. Use an application or a role that may do this.'),
  InvalidResourceState: row('forbidden', 'Resource cannot be modified. Its links say what is possible now.'),
  /** A linking token is used by a page of another application. */
  OriginNotAllowed: row(
    'forbidden',
    'The application has not registered the origin of the page. Add it to the origins of the application.',
  ),
  NotFound: row(
    'notFound',
    'The requested resource was not found. Check its address, and that the token is one of its account.',
  ),
  /** The data was stored for a limited time, which is over. */
  Gone: row('gone', 'What was asked for is not kept any more. Read the resource as it is now.'),
  MethodNotAllowed: row(
    'methodNotAllowed',
    'The method is not allowed on this resource. Use one of the header `Allow`.',
  ),
  InvalidVersion: row(
    'notAcceptable',
    'Missing or invalid API version. Send `Accept: application/vnd.service.v1.hal+json`, application/hal+json or application/json.',
  ),
  NotAcceptable: row('notAcceptable', 'Nothing that Accept names can be answered here. Send `Accept: */*`.'),
  Conflict: row('conflict', 'The original request is still being processed. Send it again after `Retry-After`.', true),
  FileTooLarge: row('tooLarge', 'The file is too large. Send one of at most 10 MiB.'),
  PayloadTooLarge: row('tooLarge', 'The request body is too large. Send at most 256 KiB of JSON.'),
  UnsupportedMediaType: row(
    'unsupportedMediaType',
    'The media type of the request body is not supported. Send `Content-Type: application/json`; uploads are multipart/form-data.',
  ),
  IdempotencyKeyReused: row(
    'unprocessable',
    'The Idempotency-Key was used for a different request. Use a new key for a new request.',
  ),
  TooManyRequests: row('tooManyRequests', 'Too many requests. Wait for the seconds of `Retry-After`.', true),
  /** A linking session has used up its attempts, or a customer or account has too many sessions open. */
  RateLimitReached: row('tooManyRequests', 'There were too many attempts. Begin a new session later.'),
  /** The amounts came before the micro-deposits can have arrived (reference facts, section 6.7). */
  TryAgainLater: row('tooEarly', 'Invalid wait time. Enter the amounts once the micro-deposits have arrived.', true),
  ServerError: row(
    'internal',
    'An unexpected error occurred. Send the request again, with the same Idempotency-Key.',
    true,
  ),
  ServiceUnavailable: row('unavailable', 'The service is temporarily unavailable. Try again shortly.', true),
  RequestTimeout: row('timeout', 'The request took too long. Repeat it with the same Idempotency-Key.', true),
} as const satisfies Record<string, ErrorCodeRow>;

export type ErrorCode = keyof typeof errorCodes;

export interface DomainErrorDetail {
  readonly message?: string;
  readonly faults?: readonly Fault[];
  /** How many faults there are in addition to those in `faults`. */
  readonly moreFaults?: number;
  readonly about?: { readonly kind: string; readonly id: string };
  readonly retryAfterSeconds?: number;
  /** The step at which the account's clock is, for an operation that was stamped by another. */
  readonly clockStep?: number;
  readonly cause?: unknown;
}

/** A refusal: the request is wrong, or a rule forbids it. Nothing was changed. */
export class DomainError extends Error {
  override readonly name = 'DomainError';
  readonly kind: ErrorKind;
  /** Details for clients, besides the code. The number of faults and the length of their texts are bounded. */
  readonly detail: DomainErrorDetail;

  constructor(
    readonly code: ErrorCode,
    detail: DomainErrorDetail = {},
  ) {
    super(detail.message ?? errorCodes[code].message, { cause: detail.cause });
    this.kind = errorCodes[code].kind;
    this.detail = detail.faults ? { ...detail, ...boundedFaults(detail.faults, detail.moreFaults) } : detail;
  }

  get retryable(): boolean {
    return errorCodes[this.code].retryable;
  }
}

/** The error while an earlier request with the same key is still processed. Its client can repeat the request soon. */
export const stillProcessing = (): DomainError => new DomainError('Conflict', { retryAfterSeconds: 1 });

/** The account's clock has moved since the operation was stamped, or has not moved there yet: stamp it again. */
export const clockMoved = (clockStep: number): DomainError =>
  new DomainError('ServiceUnavailable', { retryAfterSeconds: 1, clockStep });

/**
 * The error for a guess that came too early after wrong guesses.
 *
 * @param what the things of which there were too many, such as `wrong passwords`
 * @param until when the next guess is checked, by the same clock as `now`
 */
export function tooMany(what: string, until: Date, now: Date): DomainError {
  const seconds = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1_000));
  const from = new Date(Math.ceil(until.getTime() / 1_000) * 1_000).toISOString().slice(11, 19);
  const wait = seconds === 1 ? 'a second' : `${seconds} seconds`;
  const message = `There were too many ${what}. Try again in ${wait}, from ${from} UTC on.`;
  return new DomainError('TooManyRequests', { message, retryAfterSeconds: seconds });
}

/** Gives a caught refusal as a value, for code that must not throw it yet. Throws every other error. */
export function asRefusal(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  throw error;
}

/** Makes a ValidationError. If there may be thousands of faults, count them while searching instead of passing all. */
export const validationError = (...faults: Fault[]): DomainError => new DomainError('ValidationError', { faults });
