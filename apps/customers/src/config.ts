import { ConfigError, loadConfig, OneOf, Text, Url } from '@halyard/config';

/** Settings of the customers service, each from the variable of its name. */
export class CustomersConfig {
  /** In the sandbox identities are simulated by sentinel names; in production nobody is verified without a provider. */
  @OneOf(['sandbox', 'production'])
  readonly environment: string = 'sandbox';

  /** Of the provider that checks identities in production: see `http-identity-checks.ts`. */
  @Url(['http', 'https'], { optional: true })
  readonly identityProviderUrl?: string;

  /** The bearer token that it knows us by. */
  @Text({ optional: true })
  readonly identityProviderKey?: string;
}

/** @throws ConfigError */
export function customersConfig(env: Readonly<Record<string, string | undefined>>): Readonly<CustomersConfig> {
  const config = loadConfig(CustomersConfig, env);
  if ((config.identityProviderUrl === undefined) !== (config.identityProviderKey === undefined)) {
    throw new ConfigError(['IDENTITY_PROVIDER_URL and IDENTITY_PROVIDER_KEY must be set together']);
  }
  return config;
}
