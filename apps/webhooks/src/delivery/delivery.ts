import type { RecordedDelivery } from '../event/recorded-delivery.js';
import type { Signatures } from './attempt/webhook-message.js';

/** A delivery of a subscription that this worker leases. */
export interface ClaimedDelivery extends RecordedDelivery {
  /** How many attempts were made before. */
  readonly tries: number;
  /** The delivery whose event this one sends again on request. A resend counts towards no pause. */
  readonly resendOf?: string;
  /** Replaces the subscription's own URL. */
  readonly url?: string;
  /** The replay that it is part of. */
  readonly replayId?: string;
}

export type AttemptResult = WebhookAnswer | { readonly error: AttemptError };

/** The stored part of an answer. */
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
  /** Number of the worker that made the attempt. */
  readonly worker: number;
  readonly at: Date;
  readonly durationMs: number;
  readonly result: AttemptResult;
  readonly signatures: Signatures;
}

/** Any 2xx acknowledges. Redirects are not followed: they count as failures (reference facts, 10.2). */
export const isDelivered = (result: AttemptResult): boolean =>
  'statusCode' in result && result.statusCode >= 200 && result.statusCode < 300;
