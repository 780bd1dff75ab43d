import { type Environment, Flag, Group, loadConfig, OneOf, Port, Text, Url } from '@halyard/config';
import type { LogLevel } from '@halyard/observability';
import { AdapterConfig } from '@halyard/service';

/** Settings of the suite itself; each service also reads its own. */
export class SuiteConfig {
  /** Folder for data that must outlive the process: keys, certificates, the embedded database, the demo account. */
  @Text()
  readonly dataDir: string = '.data';

  /**
   * Folder for backups and for the list of what was taken away since. Default: `.backups` beside the data folder, never
   * in it.
   */
  @Text({ optional: true })
  readonly backupDir?: string;

  /** URL of a Postgres server, with a user who may create roles and schemas. Without it the suite starts its own. */
  @Url(['postgres', 'postgresql'], { optional: true })
  readonly databaseUrl?: string;

  /** Address that the public listeners and the metrics are bound to. */
  @Text()
  readonly host: string = '127.0.0.1';

  /** Port of metrics and health, for operators. Default: 9464, or any free port if another suite has that one. */
  @Port({ optional: true })
  readonly metricsPort?: number;

  /** Port of the API. */
  @Port()
  readonly httpsPort: number = 8443;

  /** Port of plain HTTP: answers 302 to HTTPS, or with `TLS=off` serves the API itself. */
  @Port()
  readonly port: number = 8080;

  /** Turn this off if a proxy ends TLS: then nothing listens on the port for HTTPS. */
  @Flag()
  readonly tls: boolean = true;

  /** Production starts only with a bank partner and a linking provider. */
  @OneOf(['sandbox', 'production'])
  readonly environment: string = 'sandbox';

  /** Whether the console is served, at `/console/`. */
  @Flag()
  readonly console: boolean = true;

  /** The lowest level that is logged. */
  @OneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
  readonly logLevel: LogLevel = 'warn';

  /** Collector for traces, as OTLP over HTTP. Without it nothing is traced. */
  @Url(['http', 'https'], { optional: true })
  readonly otelExporterOtlpEndpoint?: string;

  @Group(() => AdapterConfig)
  readonly adapters!: AdapterConfig;
}

export const suiteConfig = (env: Environment): Readonly<SuiteConfig> => loadConfig(SuiteConfig, env);
