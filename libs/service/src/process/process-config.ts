import {
  ConfigError,
  type Environment,
  Group,
  Int,
  loadConfig,
  OneOf,
  Origins,
  Port,
  Text,
  Url,
} from '@halyard/config';
import type { ServiceName } from '@halyard/contracts';
import type { LogLevel } from '@halyard/observability';
import { databaseOf } from '@halyard/persistence';
import { AdapterConfig } from '../adapters/adapter-config.js';

/** Settings of a service that runs as its own process. The service's own settings come in addition. */
export class ProcessConfig {
  /**
   * URL of the database, with the service's own role. Without a user in the URL, the service uses the role that the
   * program `provision` created, whose password is derived from the service's identity key.
   */
  @Url(['postgres', 'postgresql'], { optional: true })
  readonly databaseUrl?: string;

  /** Maximum number of connections to the database. */
  @Int({ min: 2, max: 200 })
  readonly databasePool: number = 8;

  /** URL of the role that reads every service's history, in the one database of all services. Not used with Kafka. */
  @Url(['postgres', 'postgresql'], { optional: true })
  readonly historyReaderUrl?: string;

  /** Folder that contains `keys`, for keys that the environment does not give. */
  @Text({ optional: true })
  readonly dataDir?: string;

  /** Address where other services reach this one. No service calls the gateway, which has its own settings. */
  @Text()
  readonly serviceHost: string = '127.0.0.1';

  /** Port for other services. */
  @Port()
  readonly servicePort: number = 4000;

  /** Address of metrics and health, for operators and probes. */
  @Text()
  readonly metricsHost: string = '127.0.0.1';

  /** Port of metrics and health. */
  @Port()
  readonly metricsPort: number = 9464;

  /** The addresses of the processes of auth: URLs with commas between them. */
  @Origins()
  readonly authUrls: readonly string[] = [];

  /** The addresses of the processes of the console. */
  @Origins()
  readonly consoleUrls: readonly string[] = [];

  /** The addresses of the processes of customers. */
  @Origins()
  readonly customersUrls: readonly string[] = [];

  /** The addresses of the processes of funding-sources. */
  @Origins()
  readonly fundingSourcesUrls: readonly string[] = [];

  /** The addresses of the processes of transfers. */
  @Origins()
  readonly transfersUrls: readonly string[] = [];

  /** The addresses of the processes of webhooks. */
  @Origins()
  readonly webhooksUrls: readonly string[] = [];

  /** How long one service waits for another, in milliseconds. */
  @Int({ min: 100, max: 120_000 })
  readonly callDeadlineMs: number = 20_000;

  /** How long a stop waits for requests in flight, in milliseconds. */
  @Int({ min: 0, max: 600_000 })
  readonly drainTimeoutMs: number = 10_000;

  /** The lowest level that is logged. */
  @OneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
  readonly logLevel: LogLevel = 'info';

  /** Collector for traces, as OTLP over HTTP. Without it nothing is traced. */
  @Url(['http', 'https'], { optional: true })
  readonly otelExporterOtlpEndpoint?: string;

  @Group(() => AdapterConfig)
  readonly adapters!: AdapterConfig;

  /** Whether the service uses the role that the program `provision` has created. */
  get isProvisioned(): boolean {
    return this.databaseUrl !== undefined && new URL(this.databaseUrl).username === '';
  }

  get addresses(): Partial<Record<ServiceName, readonly string[]>> {
    return {
      console: this.consoleUrls,
      auth: this.authUrls,
      customers: this.customersUrls,
      'funding-sources': this.fundingSourcesUrls,
      transfers: this.transfersUrls,
      webhooks: this.webhooksUrls,
    };
  }
}

/**
 * Reads the settings.
 * @param isStoring whether the service has a database, whose URL is then required
 * @throws ConfigError naming every bad setting
 */
export function processConfig(env: Environment, isStoring: boolean): Readonly<ProcessConfig> {
  const config = loadConfig(ProcessConfig, env);
  if (!isStoring) return config;
  const { databaseUrl, isProvisioned, historyReaderUrl, adapters } = config;
  const problems = [
    ...(databaseUrl === undefined
      ? ['DATABASE_URL is missing: a URL that starts with postgres:// or postgresql://']
      : []),
    ...(isProvisioned && databaseOf(databaseUrl ?? '') === ''
      ? ['DATABASE_URL names neither a user nor a database']
      : []),
    ...(adapters.kafkaBrokers.length === 0 && historyReaderUrl === undefined && !isProvisioned
      ? ['KAFKA_BROKERS or HISTORY_READER_URL is missing']
      : []),
  ];
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
}
