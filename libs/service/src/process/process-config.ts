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

/** Settings of a service's own process, beside those of the service itself; each from the variable of its name. */
export class ProcessConfig {
  /**
   * Connection of the service's own role. Where it names no user, that role is the one that the program `provision` made,
   * whose password follows from the fingerprint key.
   */
  @Url(['postgres', 'postgresql'], { optional: true })
  readonly databaseUrl?: string;

  /** Connections to the database, at most. */
  @Int({ min: 2, max: 200 })
  readonly databasePool: number = 8;

  /** Without Kafka: the role that reads every service's history, in the one database of all services. */
  @Url(['postgres', 'postgresql'], { optional: true })
  readonly historyReaderUrl?: string;

  /** Folder with `keys`, for keys that the environment does not give. */
  @Text({ optional: true })
  readonly dataDir?: string;

  /** Where other services reach this one. The gateway, which none calls, has its own settings. */
  @Text()
  readonly serviceHost: string = '127.0.0.1';

  @Port()
  readonly servicePort: number = 4000;

  /** Metrics and health, for operators and probes. */
  @Text()
  readonly metricsHost: string = '127.0.0.1';

  @Port()
  readonly metricsPort: number = 9464;

  @Origins()
  readonly authUrls: readonly string[] = [];

  @Origins()
  readonly customersUrls: readonly string[] = [];

  @Origins()
  readonly fundingSourcesUrls: readonly string[] = [];

  @Origins()
  readonly transfersUrls: readonly string[] = [];

  @Origins()
  readonly webhooksUrls: readonly string[] = [];

  /** How long one service waits for another, in milliseconds. */
  @Int({ min: 100, max: 120_000 })
  readonly callDeadlineMs: number = 20_000;

  /** How long a stop waits for requests in flight, in milliseconds. */
  @Int({ min: 0, max: 600_000 })
  readonly drainTimeoutMs: number = 10_000;

  @OneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
  readonly logLevel: LogLevel = 'info';

  /** Where traces go, as OTLP over HTTP. Without it none are made. */
  @Url(['http', 'https'], { optional: true })
  readonly otelExporterOtlpEndpoint?: string;

  @Group(() => AdapterConfig)
  readonly adapters!: AdapterConfig;

  /** Whether the service's role is one that the program `provision` made. */
  get isProvisioned(): boolean {
    return this.databaseUrl !== undefined && new URL(this.databaseUrl).username === '';
  }

  /** Origins of each service's processes. */
  get addresses(): Partial<Record<ServiceName, readonly string[]>> {
    return {
      auth: this.authUrls,
      customers: this.customersUrls,
      'funding-sources': this.fundingSourcesUrls,
      transfers: this.transfersUrls,
      webhooks: this.webhooksUrls,
    };
  }
}

/**
 * @param isStoring whether the service has a database, which then has to be named
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
