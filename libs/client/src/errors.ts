import type { Error as ErrorBody, Fault } from './api/types.js';

export type ErrorCode = ErrorBody['code'];

/** Errors that may pass without a change to the request. Passing statuses may, too, whatever their code. */
const passingCodes: ReadonlySet<string> = new Set<ErrorCode>([
  'Conflict',
  'TooManyRequests',
  'TryAgainLater',
  'ServerError',
  'ServiceUnavailable',
  'RequestTimeout',
]);
const passingStatuses: ReadonlySet<number> = new Set([502, 503, 504]);
/** The API's code says whether the limit is momentary. */
const TOO_MANY = 429;

interface Refusal {
  readonly status: number;
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly body: Readonly<Record<string, unknown>>;
}

const isFaults = (value: unknown): value is { readonly errors: readonly Fault[] } =>
  typeof value === 'object' && value !== null && 'errors' in value && Array.isArray(value.errors);

export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** `Unknown` if something between client and API answered. */
  readonly code: ErrorCode | 'Unknown';
  readonly requestId: string | undefined;
  /** Faults in the request, with JSON pointers into its body, or `/query/…` or `/headers/…`. */
  readonly errors: readonly Fault[];
  /** Seconds. */
  readonly retryAfter: number | undefined;
  /** An unchanged request may succeed later. */
  readonly isRetryable: boolean;

  constructor({ status, requestId, retryAfterSeconds, body }: Refusal) {
    // POST /token refuses in the form of OAuth 2.
    const { code = body['error'], message = body['error_description'], _embedded } = body;
    super(typeof message === 'string' ? message : `The answer has the status ${status}.`);
    this.status = status;
    this.code = typeof code === 'string' ? (code as ErrorCode) : 'Unknown';
    this.requestId = requestId;
    this.errors = isFaults(_embedded) ? _embedded.errors : [];
    this.retryAfter = retryAfterSeconds;
    const isLimited = status === TOO_MANY && this.code === 'Unknown';
    this.isRetryable = passingCodes.has(this.code) || passingStatuses.has(status) || isLimited;
  }
}

/** The API could not be reached, or did not answer in time. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
  readonly isRetryable = true;
}
