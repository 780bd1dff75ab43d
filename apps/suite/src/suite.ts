import { authService } from '@halyard/auth';
import { consoleService } from '@halyard/console';
import type { Environment } from '@halyard/config';
import { customersService, hasErasuresOfRestore } from '@halyard/customers';
import { fundingSourcesService } from '@halyard/funding-sources';
import { createGatewayEdge, type GatewayAddresses, gatewayService } from '@halyard/gateway';
import { pause } from '@halyard/core';
import { createLogger, Metrics, startTracing } from '@halyard/observability';
import { loadIdentities, loadKeys, SystemClock } from '@halyard/persistence';
import {
  Lifetime,
  requireServers,
  type RunningService,
  type ServiceHost,
  startService,
  type StatelessDefinition,
} from '@halyard/service';
import { transfersService } from '@halyard/transfers';
import { webhooksService } from '@halyard/webhooks';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { backupFolderOf } from './backup-folder.js';
import { measureBackups } from './backup.metrics.js';
import { keepTakenAway } from './backup/taken-away.js';
import { type SuiteConfig, suiteConfig } from './config.js';
import { DataFolder } from './data-folder.js';
import { type Demo, demoFileOf, openDemoAccount } from './demo/demo-account.js';
import { embeddedHost } from './embedded-adapters.js';
import { gatewayAddresses } from './gateway-addresses.js';
import { serveMetrics } from './metrics.js';
import { OwnPorts } from './own-ports.js';
import { requirePublicPorts, withPublicPorts } from './public-ports.js';
import { openServicesDatabase } from './services-database.js';
import type { StartOptions } from './start-options.js';
import { servicesEnvironment } from './services-environment.js';

interface RunningSuite {
  readonly addresses: GatewayAddresses;
  readonly metricsUrl: string;
  readonly demo: Demo;
  readonly demoFile: string;
  readonly hasRequestLines: boolean;
  /** Answers the requests in flight, and closes everything in the order of its dependencies. */
  stop(): Promise<void>;
}

/** Pause between looks at erasures. */
const ERASED_MS = 100;
/** Enough for all services together, some 60, and for somebody who looks at them. */
const POSTGRES_CONNECTIONS_MAX = 100;

/** @throws StartFailure, ConfigError, KeysError, PortTaken: whatever prevents the start, in words for the user */
export async function startSuite(env: Environment, { isFresh }: StartOptions): Promise<RunningSuite> {
  const ownPorts = new OwnPorts();
  const config = await withPublicPorts(suiteConfig(env), ownPorts);
  // The settings are checked before anything is opened.
  transfersService.config(env);
  fundingSourcesService.config(env);
  authService.config(env);
  consoleService.config(env);
  const { sharedPorts } = gatewayService.config(env);
  const backupDir = backupFolderOf(config);
  const logger = createLogger({ service: 'suite', level: config.logLevel });
  return Lifetime.allOrNothing(logger, async (lifetime) => {
    const folder = isFresh ? DataFolder.takeFresh(config) : DataFolder.take(config);
    lifetime.onClose(() => folder.release());
    if (!sharedPorts) await requirePublicPorts(config);
    await requireServers(config.adapters);
    const dataDir = folder.path;
    const keysIn = { dir: join(dataDir, 'keys'), env };
    const keys = loadKeys(keysIn);
    const tracing = await startTracing({ service: 'suite', otlpEndpoint: config.otelExporterOtlpEndpoint });
    lifetime.onClose(() => tracing.stop());
    const metrics = new Metrics();
    metrics.collectRuntime();
    const running: RunningService[] = [];
    const metricsServer = await serveMetrics(config, metrics, () => allReady(running), ownPorts);
    lifetime.onClose(() => metricsServer.close());

    const database = await openServicesDatabase({
      config,
      dataDir,
      keys,
      ownPorts,
      logger,
      lifetime,
      connectionsMax: POSTGRES_CONNECTIONS_MAX,
    });
    const clock = new SystemClock();
    measureBackups(metrics, { dataDir, backupDir, isWanted: config.backupDir !== undefined }, clock);
    const environment = servicesEnvironment(config, env, { dataDir, ownPorts, isWatched: process.stdout.isTTY });
    const gatewayConfig = gatewayService.config(environment);
    const edge = await createGatewayEdge(gatewayConfig, clock);
    const host = embeddedHost({
      env: environment,
      adapters: config.adapters,
      database,
      keys,
      identitiesOf: (service) => loadIdentities(service, keysIn),
      clock,
      logLevel: config.logLevel,
      metrics,
      edge,
    });
    const { opened } = await startServices(host, config, running, lifetime);
    lifetime.onClose(keepTakenAway(running, { backupDir, keys }, logger));
    const addresses = gatewayAddresses(opened);
    const { consoleHome: consoleUrl } = authService.config(environment).addresses;
    const auth = { databaseUrl: database.urlOf('auth'), keys, consoleUrl };
    const demo = await openDemoAccount({
      ...{ services: host.serviceClient, addresses, dataDir, auth },
      hasConsole: config.console,
    });
    return {
      addresses,
      metricsUrl: `http://${config.host}:${metricsServer.port}/metrics`,
      demo,
      demoFile: demoFileOf(dataDir),
      hasRequestLines: gatewayConfig.requestLines !== 'off',
      stop: () => lifetime.close(),
    };
  });
}

/**
 * Starts each service after those whose events it consumes, and the gateway last, so that clients find all services,
 * and nobody who was erased before a restore.
 * @returns the gateway
 */
async function startServices(
  host: ServiceHost,
  { console }: SuiteConfig,
  running: RunningService[],
  lifetime: Lifetime,
): Promise<RunningService> {
  const begin = async <Config extends object>(definition: StatelessDefinition<Config>): Promise<RunningService> => {
    const service = await startService(definition, host);
    lifetime.onClose(() => service.stop());
    running.push(service);
    return service;
  };
  await begin(authService);
  const customers = await begin(customersService);
  await begin(fundingSourcesService);
  await begin(transfersService);
  await begin(webhooksService);
  if (console) await begin(consoleService);
  await erasuresOfRestore(customers);
  return begin(gatewayService);
}

/** Waits until the other services have erased everybody again who was erased after the backup. */
async function erasuresOfRestore({ app }: RunningService): Promise<void> {
  const dataSource = app.get(DataSource);
  while (await hasErasuresOfRestore(dataSource)) await pause(ERASED_MS);
}

async function allReady(services: readonly RunningService[]): Promise<boolean> {
  const readiness = await Promise.all(services.map(({ health }) => health.readiness()));
  return readiness.length > 0 && readiness.every(({ ready }) => ready);
}
