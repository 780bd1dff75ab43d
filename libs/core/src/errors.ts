import { boundedFaults, type Fault } from './faults.js';

/** What kind of refusal a code is; one exhaustive table maps it to an HTTP status. */
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
  /** Whether the same request can succeed later without a change by anyone. Consumers retry only such codes. */
  readonly retryable: boolean;
}

const row = (kind: ErrorKind, message: string, retryable = false): ErrorCodeRow => ({ kind, message, retryable });

/** Every top-level code that a client can get. Codes are public API: append, never rename. */
export const errorCodes = {
  BadRequest: row('invalid', 'The request body could not be read.'),
  ValidationError: row('invalid', 'Validation error(s) present. See the embedded errors for what to correct.'),
  DuplicateResource: row('invalid', 'The resource already exists.'),
  MaxNumberOfResources: row('invalid', 'The maximum number of resources is reached.'),
  /** For a bank whose balance can't be asked for. */
  UnsupportedBank: row('invalid', 'The bank does not support this.'),
  /** For a bank to which its owner has to log in again. */
  UpdateCredentials: row('invalid', 'The credentials for the bank have changed. Link the bank again.'),
  /** What an institution answers to a login (specification, IAV error flags). */
  InvalidLogin: row('invalid', 'The login or the security information is incorrect.'),
  AccountNotFound: row('invalid', 'The bank account was not found.'),
  UnsupportedSite: row('invalid', 'The institution is not supported.'),
  AlreadyLoggedIn: row('invalid', 'Log out of the site of the institution, and try again.'),
  VisitSite: row('invalid', 'The site of the institution needs something to be done there.'),
  UnavailableSite: row('invalid', 'The institution has technical difficulties. Try again later.'),
  InvalidCredentials: row('unauthenticated', 'Missing or invalid credentials.'),
  InvalidAccessToken: row('unauthenticated', 'Invalid access token.'),
  ExpiredAccessToken: row('unauthenticated', 'The access token has expired. Request a new one.'),
  InvalidApplicationStatus: row('unauthenticated', 'The application is not active.'),
  InvalidAccountStatus: row('unauthenticated', 'The account is not active.'),
  /** For a request of a page of the console, whose person has to log in. */
  NoSession: row('unauthenticated', 'Nobody is logged in here.'),
  FreshLogInRequired: row(
    'unauthenticated',
    'Log in again: for this the last log-in has to be five minutes old at most.',
  ),
  CrossSiteRequest: row('forbidden', 'The request did not come from a page of the console.'),
  InvalidScopes: row('forbidden', 'The token lacks a scope that this request needs.'),
  Forbidden: row('forbidden', 'Not authorized for this resource.'),
  InvalidResourceState: row('forbidden', 'The resource cannot be modified.'),
  /** For a page that uses a linking token. */
  OriginNotAllowed: row('forbidden', 'The application has not registered the origin of the page.'),
  NotFound: row('notFound', 'The requested resource was not found.'),
  /** For data that was kept for a limited time. */
  Gone: row('gone', 'What was asked for is not kept any more.'),
  MethodNotAllowed: row('methodNotAllowed', 'The method is not allowed on this resource.'),
  InvalidVersion: row('notAcceptable', 'Missing or invalid API version in Accept.'),
  NotAcceptable: row('notAcceptable', 'Nothing that Accept names can be answered here.'),
  Conflict: row('conflict', 'The original request is still being processed.', true),
  FileTooLarge: row('tooLarge', 'The file is too large.'),
  PayloadTooLarge: row('tooLarge', 'The request body is too large.'),
  UnsupportedMediaType: row('unsupportedMediaType', 'The media type of the request body is not supported.'),
  IdempotencyKeyReused: row('unprocessable', 'The Idempotency-Key was used for a different request.'),
  TooManyRequests: row('tooManyRequests', 'Too many requests.', true),
  /** For a linking session whose attempts are used up, and for a customer or account that has too many of them open. */
  RateLimitReached: row('tooManyRequests', 'There were too many attempts.'),
  /** For micro-deposits whose amounts are entered before they can have arrived (reference facts, section 6.7). */
  TryAgainLater: row('tooEarly', 'Invalid wait time.', true),
  ServerError: row('internal', 'An unexpected error occurred.', true),
  ServiceUnavailable: row('unavailable', 'The service is temporarily unavailable. Try again shortly.', true),
  RequestTimeout: row('timeout', 'The request took too long. Repeat it with the same Idempotency-Key.', true),
} as const satisfies Record<string, ErrorCodeRow>;

export type ErrorCode = keyof typeof errorCodes;

export interface DomainErrorDetail {
  readonly message?: string;
  readonly faults?: readonly Fault[];
  /** How many more faults there are than `faults` lists. */
  readonly moreFaults?: number;
  /** The resource with which the request conflicts. */
  readonly about?: { readonly kind: string; readonly id: string };
  readonly retryAfterSeconds?: number;
  readonly cause?: unknown;
}

/** A request that is wrong or must be refused. Nothing has been changed when it is thrown. */
export class DomainError extends Error {
  override readonly name = 'DomainError';
  readonly kind: ErrorKind;
  /** Bounded, because it goes to the client: the number of faults, and the length of their pointers and messages. */
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

/** The request that came first is still being processed: this one can be sent again soon. */
export const stillProcessing = (): DomainError => new DomainError('Conflict', { retryAfterSeconds: 1 });

/**
 * For `catch`: a refusal as a value, for who must not throw it yet. Throws what is no refusal.
 */
export function asRefusal(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  throw error;
}

/**
 * A ValidationError with these faults. Where there may be thousands, count them while searching instead of passing all.
 */
export const validationError = (...faults: Fault[]): DomainError => new DomainError('ValidationError', { faults });
