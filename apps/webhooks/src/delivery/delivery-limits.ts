/** Bounds on sending. Tests replace the object as a whole. */
export class DeliveryLimits {
  /** Concurrent requests to one subscription (reference facts, 10.2). */
  readonly perSubscription: number = 10;
  /** How many of them may be requests of replays: the others stay free for new deliveries. */
  readonly replaysPerSubscription: number = 5;
  /** Concurrent requests in all. */
  readonly inTotal: number = 256;
  /** Deliveries of one subscription held in memory: claimed, in flight, or ended and not yet written down. */
  readonly claimedPerSubscription: number = 200;
  readonly claimedInTotal: number = 4_000;
  /** A lease that is not renewed in this time is free for anyone. Longer than any attempt: see `LaneLeases`. */
  readonly leaseMs: number = 20_000;
  /** From the host lookup to the end of the response. */
  readonly attemptTimeoutMs: number = 10_000;
  /** Bytes of a response body that are read; after more the connection is closed. */
  readonly responseBytesMax: number = 16_384;
  /** Pause before a failed database query is tried again, or a subscription whose secret could not be opened. */
  readonly pauseAfterFailureMs: number = 1_000;
  /** How long outcomes are collected before they are written down together. */
  readonly outcomesGatherMs: number = 50;
}
