/** What came of one try to deliver: the status that was answered, or why there was none. */
export type AttemptResult = { readonly statusCode: number } | { readonly error: AttemptError };

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
  readonly deliveryId: string;
  /** Names the partition that the delivery lies in. */
  readonly recordedAt: Date;
  /** Number of the worker that made it. */
  readonly worker: number;
  readonly at: Date;
  readonly durationMs: number;
  readonly result: AttemptResult;
}

/** Any 2xx acknowledges; redirects are not followed, and fail (reference facts, 10.2). */
export const isDelivered = (result: AttemptResult): boolean =>
  'statusCode' in result && result.statusCode >= 200 && result.statusCode < 300;
