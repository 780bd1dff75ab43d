/** Bounds on streams. Tests replace the object as a whole. */
export class StreamLimits {
  /** Streams of one application at a time, in this process. */
  readonly perApplication: number = 10;
  /** Between heartbeats, so that proxies do not take a quiet stream for a dead one. */
  readonly heartbeatMs: number = 15_000;
  /** Positions read at a time, and so the most events of a stream that are held in memory. */
  readonly pageSize: number = 100;
}
