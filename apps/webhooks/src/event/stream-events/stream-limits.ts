/** Bounds on streams. A test replaces the whole object. */
export class StreamLimits {
  /** How many streams one application may have open at a time in this process. */
  readonly perApplication: number = 10;
  /** Time between heartbeats. Without them, proxies would take a quiet stream for a dead one. */
  readonly heartbeatMs: number = 15_000;
  /** Positions that a stream reads at a time. It holds at most this many events in memory. */
  readonly pageSize: number = 100;
}
