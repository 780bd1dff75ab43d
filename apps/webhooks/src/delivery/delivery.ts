import type { RecordedDelivery } from '../event/recorded-delivery.js';
import type { Signatures } from './attempt/signed-message.js';

/** A delivery of a subscription that this worker leases. */
export interface ClaimedDelivery extends RecordedDelivery {
  /** How many attempts were made at this delivery before. */
  readonly tries: number;
  /** When the delivery became due again, after a retry's delay or a pause. */
  readonly dueAt?: Date;
  /** The delivery that this one sends again on request. A resend does not count towards a pause. */
  readonly resendOf?: string;
  /** The URL to send to, instead of the subscription's own. */
  readonly url?: string;
  /** The replay that the delivery belongs to. */
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
  /** Number of the delivery worker that made the attempt. */
  readonly worker: number;
  readonly at: Date;
  readonly durationMs: number;
  readonly result: AttemptResult;
  readonly signatures: Signatures;
}

/** Any 2xx status acknowledges. A redirect is not followed: it counts as a failure (reference facts, 10.2). */
export const isDelivered = (result: AttemptResult): boolean =>
  'statusCode' in result && result.statusCode >= 200 && result.statusCode < 300;
