import { OneOf } from '@halyard/config';

/** Settings of the customers service, each from the variable of its name. */
export class CustomersConfig {
  /** In the sandbox identities are simulated by sentinel names; in production nobody is verified without a partner. */
  @OneOf(['sandbox', 'production'])
  readonly environment: string = 'sandbox';
}
