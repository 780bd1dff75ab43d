/** Bounds on sending. A test replaces the whole object. */
export class DeliveryLimits {
  /** Concurrent requests to one subscription (reference facts, 10.2). */
  readonly perSubscription: number = 10;
  /**
   * How many of the concurrent requests to a subscription may belong to replays. The others stay free for new
   * deliveries.
   */
  readonly replaysPerSubscription: number = 5;
  /** Concurrent requests in all. */
  readonly inTotal: number = 256;
  /** Deliveries of one subscription that a worker holds in memory, until their outcomes are written down. */
  readonly claimedPerSubscription: number = 200;
  readonly claimedInTotal: number = 4_000;
  /** Anyone may take a lease that is not renewed in this time. It is longer than any attempt: see `LaneLeases`. */
  readonly leaseMs: number = 20_000;
  /** The limit for an attempt, from the host lookup to the end of the response. */
  readonly attemptTimeoutMs: number = 10_000;
  /** Bytes of a response body that are read. If there are more, the connection is closed. */
  readonly responseBytesMax: number = 16_384;
  /** Pause after a database query failed, or a subscription's secret could not be opened. */
  readonly pauseAfterFailureMs: number = 1_000;
  /** How long outcomes are collected before one statement writes them down. */
  readonly outcomesGatherMs: number = 50;
}
