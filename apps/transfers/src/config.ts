import { Int, OneOf } from '@halyard/config';
import { type Money, usd } from '@halyard/core';

/** Settings of the transfers service, each from the variable of its name. */
export class TransfersConfig {
  /** Bank processing is simulated on request; in production that route does not exist. */
  @OneOf(['sandbox', 'production'])
  readonly environment: string = 'sandbox';

  /** The most that a verified customer may send at once, in cents (decision "limits": 10,000 USD). */
  @Int({ min: 1, max: 999_999_999_999 })
  readonly transferLimitMinor: number = 1_000_000;

  /** How long a query waits for what was answered before it to be in its read model. */
  @Int({ min: 1, max: 60_000 })
  readonly readWaitMs: number = 5_000;

  /** A payment that stays unfinished over two sweeps is taken up by recovery. */
  @Int({ min: 10, max: 3_600_000 })
  readonly recoverySweepMs: number = 2_000;

  get transferLimit(): Money {
    return usd(BigInt(this.transferLimitMinor));
  }
}
