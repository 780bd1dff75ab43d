import { Int, OneOf } from '@halyard/config';

/** Settings of the funding-sources service, each from the variable of its name. */
export class FundingSourcesConfig {
  /** In the sandbox a bank's name may stand for a return; in production it is a name. */
  @OneOf(['sandbox', 'production'])
  readonly environment: string = 'sandbox';

  /** Banks of a customer that are not removed. */
  @Int({ min: 1, max: 1000 })
  readonly banksPerCustomerMax: number = 6;
}
