import type { RecordedDelivery } from '../event/recorded-delivery.js';
import type { Signatures } from './attempt/webhook-message.js';

/** A delivery of whose subscription a worker holds the lease. */
export interface ClaimedDelivery extends RecordedDelivery {
  /** How often it was tried so far. */
  readonly tries: number;
  /** The delivery that it repeats because somebody asked for it; counts for nothing but itself. */
  readonly resendOf?: string;
  /** Where it goes instead of to the subscription's own URL. */
  readonly url?: string;
  /** The replay that it is part of. */
  readonly replayId?: string;
}

/** What came of one try to deliver: what was answered, or why there was no answer. */
export type AttemptResult = WebhookAnswer | { readonly error: AttemptError };

/** As much of an answer as is kept. */
export interface WebhookAnswer {
  readonly statusCode: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

export type AttemptError =
  | 'timeout'
  | 'dns'
  | 'connection-refused'
  | 'connection-lost'
  | 'connection-failed'
  | 'tls'
  | 'malformed-response'
  | `refused-address: ${string}`;

export interface Attempt {
  readonly id: string;
  readonly delivery: ClaimedDelivery;
  /** Number of the worker that made it. */
  readonly worker: number;
  readonly at: Date;
  readonly durationMs: number;
  readonly result: AttemptResult;
  readonly signatures: Signatures;
}

/** Any 2xx acknowledges; redirects are not followed, and fail (reference facts, 10.2). */
export const isDelivered = (result: AttemptResult): boolean =>
  'statusCode' in result && result.statusCode >= 200 && result.statusCode < 300;

/** So many failed attempts after one another pause a subscription (specification, Events 1). */
export const FAILURES_MAX = 400;
