/** How many streams there may be, and how they are fed. Replaced as a whole in tests. */
export class StreamLimits {
  /** Streams of one application at a time, in this process. */
  readonly perApplication: number = 10;
  /** Between signs of life, so that whoever stands in between does not take a quiet stream for a dead one. */
  readonly heartbeatMs: number = 15_000;
  /** Positions that are looked through at a time, and so the most events of a stream that are held in memory. */
  readonly pageSize: number = 100;
}
