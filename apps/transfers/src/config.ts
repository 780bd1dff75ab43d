import { Int, OneOf } from '@halyard/config';

/** Settings of the transfers service, each from the variable of its name. */
export class TransfersConfig {
  /** Bank processing is simulated on request; in production that route does not exist. */
  @OneOf(['sandbox', 'production'])
  readonly environment: string = 'sandbox';

  /** How long a query waits for what was answered before it to be in its read model. */
  @Int({ min: 1, max: 60_000 })
  readonly readWaitMs: number = 5_000;

  /** A payment that stays unfinished over two sweeps is taken up by recovery. */
  @Int({ min: 10, max: 3_600_000 })
  readonly recoverySweepMs: number = 2_000;
}
