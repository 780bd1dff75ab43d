import { ConfigError, Int, loadConfig, OneOf, Text, Url } from '@halyard/config';

/** Settings of the customers service, each from the variable of its name. */
export class CustomersConfig {
  /**
   * In the sandbox, names simulate the outcome of identity checks. In production nobody is verified without a provider.
   */
  @OneOf(['sandbox', 'production'])
  readonly environment: string = 'sandbox';

  /** URL of the provider that checks identities in production: see `http-identity-checks.ts`. */
  @Url(['http', 'https'], { optional: true })
  readonly identityProviderUrl?: string;

  /** Bearer token for that provider. */
  @Text({ optional: true })
  readonly identityProviderKey?: string;

  /**
   * S3-compatible server for the content of documents. Without it the content is stored in the service's own schema.
   */
  @Url(['http', 'https'], { optional: true })
  readonly documentsS3Endpoint?: string;

  /** The bucket for documents on the S3 server. */
  @Text({ optional: true })
  readonly documentsS3Bucket?: string;

  /** The region for which requests to the S3 server are signed. */
  @Text()
  readonly documentsS3Region: string = 'us-east-1';

  /** Id of the access key that signs requests to the S3 server. */
  @Text({ optional: true })
  readonly documentsS3AccessKeyId?: string;

  /** Secret of that access key. */
  @Text({ optional: true })
  readonly documentsS3SecretAccessKey?: string;

  /**
   * How many days a person must be kept after the last event of the customer or its money. Default: five years (31 CFR
   * 1020.220), in the sandbox 0.
   */
  @Int({ min: 0, max: 36_525, optional: true })
  readonly retentionDays?: number;

  /** Folder for sealed documents on their way to the S3 server. */
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
