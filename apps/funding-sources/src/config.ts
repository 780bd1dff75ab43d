import { ConfigError, type Environment, Flag, Int, loadConfig, OneOf, Text } from '@halyard/config';
import { BankDirectory } from './bank-directory/bank-directory.js';

/** Settings of the funding-sources service, each from the variable of its name. */
export class FundingSourcesConfig {
  /** In the sandbox, the name of a bank may simulate a return. In production it is only a name. */
  @OneOf(['sandbox', 'production'])
  readonly environment: string = 'sandbox';

  /** Maximum banks of one customer. Removed banks do not count. */
  @Int({ min: 1, max: 1000 })
  readonly banksPerCustomerMax: number = 6;

  /** Minutes for which a bank's answer to a balance inquiry is reused. */
  @Int({ min: 1, max: 1440 })
  readonly balanceInquiryMinutes: number = 5;

  /** Whether `POST /on-demand-authorizations` is available. */
  @Flag()
  readonly onDemandAuthorizations: boolean = true;

  /** A file with the names of banks: lines of `routing number,name`. */
  @Text({ optional: true })
  readonly bankDirectoryFile?: string;

  /** The provider through which banks are linked. Must be set in production. */
  @OneOf(['sandbox'], { optional: true })
  readonly linkingProvider?: string;

  /**
   * Name of the script that partners embed, and beginning of the CSS classes of its pages. The gateway uses the same
   * word in media types.
   */
  @Text({ matches: /^[a-zA-Z]+$/, wants: 'a word of letters' })
  readonly vendorWord: string = 'service';
}

/** @throws ConfigError, also in production without a provider: a simulation must not say anything about a real bank */
export function fundingSourcesConfig(env: Environment): Readonly<FundingSourcesConfig> {
  const config = loadConfig(FundingSourcesConfig, env);
  if (config.environment === 'production' && config.linkingProvider === undefined) {
    throw new ConfigError(['LINKING_PROVIDER is missing: production needs to know who reaches into banks']);
  }
  BankDirectory.read(config.bankDirectoryFile);
  return config;
}
