import type { ApiError, ConnectionError } from '../errors.js';

/** A request or its answer for logs and metrics, without the body. */
export interface SentRequest {
  readonly method: string;
  readonly path: string;
  /** From 1. */
  readonly attempt: number;
}

export interface ReceivedResponse extends SentRequest {
  readonly status: number;
  readonly requestId: string | undefined;
  readonly durationMs: number;
}

/** A pause before a request is sent again. */
export interface RetryPause extends SentRequest {
  readonly waitMs: number;
  /** The refusal or the lost connection because of which it is sent again. */
  readonly error: ApiError | ConnectionError;
}

export interface TransportOptions {
  /** The address of the suite. No request goes elsewhere. */
  readonly baseUrl: string;
  readonly fetch?: typeof globalThis.fetch;
  /** Limits a call including its repeats. 60,000 by default. */
  readonly timeoutMs?: number;
  /** Changes the address of each link before it is followed. */
  readonly links?: (href: string) => string;
  readonly onRequest?: (request: SentRequest) => void;
  readonly onResponse?: (response: ReceivedResponse) => void;
  readonly onRetry?: (pause: RetryPause) => void;
}
