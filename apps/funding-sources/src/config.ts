import { Int } from '@halyard/config';

/** Settings of the funding-sources service, each from the variable of its name. */
export class FundingSourcesConfig {
  /** Banks of a customer that are not removed. */
  @Int({ min: 1, max: 1000 })
  readonly banksPerCustomerMax: number = 6;
}
