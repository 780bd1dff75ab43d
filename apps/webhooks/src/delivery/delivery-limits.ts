/** Bounds on sending. Tests replace the object as a whole. */
export class DeliveryLimits {
  /** Requests at once to one subscription (reference facts, 10.2). */
  readonly perSubscription: number = 10;
  /** Of these, requests of replays at most: the others are free for what is recorded meanwhile. */
  readonly replaysPerSubscription: number = 5;
  /** Requests at once in all. */
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
  /** Before a failed database query, or a subscription whose secret could not be opened, is tried again. */
  readonly pauseAfterFailureMs: number = 1_000;
  /** How long outcomes are collected before they are written down together. */
  readonly outcomesGatherMs: number = 50;
}
