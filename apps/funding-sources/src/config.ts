import { ConfigError, type Environment, Flag, Int, loadConfig, OneOf, Text } from '@halyard/config';
import { BankDirectory } from './bank-directory/bank-directory.js';

/** Settings of the funding-sources service, each from the variable of its name. */
export class FundingSourcesConfig {
  /** In the sandbox a bank's name may stand for a return; in production it is a name. */
  @OneOf(['sandbox', 'production'])
  readonly environment: string = 'sandbox';

  /** Banks of a customer that are not removed. */
  @Int({ min: 1, max: 1000 })
  readonly banksPerCustomerMax: number = 6;

  /** For how long what a bank said that it holds is answered again. */
  @Int({ min: 1, max: 1440 })
  readonly balanceInquiryMinutes: number = 5;

  /** Whether `POST /on-demand-authorizations` gives any. */
  @Flag()
  readonly onDemandAuthorizations: boolean = true;

  /** A file that says what banks are called: lines of `routing number,name`. */
  @Text({ optional: true })
  readonly bankDirectoryFile?: string;

  /** Who reaches into banks. In production it has to be said. */
  @OneOf(['sandbox'], { optional: true })
  readonly linkingProvider?: string;

  /** The word of the script that partners embed, and of the classes of its pages; the gateway's in media types. */
  @Text({ matches: /^[a-zA-Z]+$/, wants: 'a word of letters' })
  readonly vendorWord: string = 'service';
}

/** @throws ConfigError, also for production without a provider: nobody's bank is what a simulation says of it */
export function fundingSourcesConfig(env: Environment): Readonly<FundingSourcesConfig> {
  const config = loadConfig(FundingSourcesConfig, env);
  if (config.environment === 'production' && config.linkingProvider === undefined) {
    throw new ConfigError(['LINKING_PROVIDER is missing: production needs to know who reaches into banks']);
  }
  BankDirectory.read(config.bankDirectoryFile);
  return config;
}
