/** How hard and how long deliveries are tried. Replaced as a whole in tests. */
export class DeliveryLimits {
  /** Requests at once to one subscription (reference facts, 10.2). */
  readonly perSubscription: number = 10;
  /** Requests at once in all. */
  readonly inTotal: number = 256;
  /** Deliveries of one subscription that are held in memory: claimed, in flight, or over and not yet written down. */
  readonly claimedPerSubscription: number = 200;
  readonly claimedInTotal: number = 4_000;
  /** A subscription whose lease was not renewed by then is anyone's. Longer than any attempt: see `DeliveryWorker`. */
  readonly leaseMs: number = 20_000;
  /** From looking up the host to the end of the response. */
  readonly attemptTimeoutMs: number = 10_000;
  /** Of a response's body; a longer one costs the connection. */
  readonly responseBytesMax: number = 16_384;
  /** Before a database that failed is asked again, or a subscription whose secret could not be opened. */
  readonly pauseAfterFailureMs: number = 1_000;
  /** For how long outcomes gather before they are written down together. */
  readonly outcomesGatherMs: number = 50;
}
