import { ConfigError, Int, loadConfig, OneOf, Text, Url } from '@halyard/config';

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

  /** A server that speaks S3, for the content of documents. Without it they are kept in the service's own schema. */
  @Url(['http', 'https'], { optional: true })
  readonly documentsS3Endpoint?: string;

  @Text({ optional: true })
  readonly documentsS3Bucket?: string;

  @Text()
  readonly documentsS3Region: string = 'us-east-1';

  @Text({ optional: true })
  readonly documentsS3AccessKeyId?: string;

  @Text({ optional: true })
  readonly documentsS3SecretAccessKey?: string;

  /**
   * For how many days after the last thing that happened a person has to be kept: five years (31 CFR 1020.220) unless it
   * is set; in the sandbox none.
   */
  @Int({ min: 0, max: 36_525, optional: true })
  readonly retentionDays?: number;

  /** Folder in which sealed documents lie while they are on their way to that server. */
  @Text()
  readonly dataDir: string = '.data';
}

/** @throws ConfigError */
export function customersConfig(env: Readonly<Record<string, string | undefined>>): Readonly<CustomersConfig> {
  const config = loadConfig(CustomersConfig, env);
  if ((config.identityProviderUrl === undefined) !== (config.identityProviderKey === undefined)) {
    throw new ConfigError(['IDENTITY_PROVIDER_URL and IDENTITY_PROVIDER_KEY must be set together']);
  }
  const { documentsS3Endpoint, documentsS3Bucket, documentsS3AccessKeyId, documentsS3SecretAccessKey } = config;
  const s3 = [documentsS3Endpoint, documentsS3Bucket, documentsS3AccessKeyId, documentsS3SecretAccessKey];
  if (s3.includes(undefined) && s3.some((setting) => setting !== undefined)) {
    throw new ConfigError([
      'DOCUMENTS_S3_ENDPOINT, _BUCKET, _ACCESS_KEY_ID and _SECRET_ACCESS_KEY must be set together',
    ]);
  }
  return config;
}
