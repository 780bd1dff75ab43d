import type { INestApplication } from '@nestjs/common';
import { authService } from '@halyard/auth';
import type { Environment } from '@halyard/config';
import { customersService } from '@halyard/customers';
import { fundingSourcesService } from '@halyard/funding-sources';
import { createGatewayEdge, type GatewayAddresses, type GatewayEdge, gatewayService } from '@halyard/gateway';
import { createLogger, type Logger, Metrics, startTracing } from '@halyard/observability';
import { loadKeys, startEmbeddedPostgres, SystemClock } from '@halyard/persistence';
import { Lifetime, type RunningService, type ServiceHost, type ServiceListener, startService } from '@halyard/service';
import { transfersService } from '@halyard/transfers';
import { webhooksService } from '@halyard/webhooks';
import { join } from 'node:path';
import { type SuiteConfig, suiteConfig } from './config.js';
import { openDataFolder } from './data-folder.js';
import { openDemoAccount } from './demo/demo-account.js';
import type { Connection } from './demo/hal-client.js';
import { embeddedHost } from './embedded-adapters.js';
import { serveMetrics } from './metrics.js';
import { servicesEnvironment } from './services-environment.js';
import { StartFailure } from './start-failure.js';

export interface RunningSuite {
  readonly addresses: GatewayAddresses;
  readonly metricsUrl: string;
  readonly demo: Connection;
  /** Answers what is in flight, and closes everything in the order in which it depends on each other. */
  stop(): Promise<void>;
}

/**
 * Runs all six services in this process.
 *
 * @throws StartFailure, ConfigError, KeysError, PortTaken: whatever keeps it from starting, in words for its user
 */
export async function startSuite(env: Environment): Promise<RunningSuite> {
  const config = suiteConfig(env);
  if (config.environment === 'production') {
    throw new StartFailure('ENVIRONMENT=production needs a bank partner, and none is configured: use sandbox.');
  }
  const lifetime = new Lifetime();
  try {
    return await start(config, env, lifetime);
  } catch (error) {
    await lifetime.close().catch(() => undefined);
    throw error;
  }
}

async function start(config: SuiteConfig, env: Environment, lifetime: Lifetime): Promise<RunningSuite> {
  const dataDir = await openDataFolder(config.dataDir);
  const keys = loadKeys({ dir: join(dataDir, 'keys'), env });
  const logger = createLogger({ service: 'suite', level: config.logLevel });
  const tracing = startTracing({ service: 'suite', otlpEndpoint: config.otelExporterOtlpEndpoint });
  lifetime.onClose(() => tracing.stop());
  const metrics = new Metrics();
  metrics.collectRuntime();
  const running: RunningService[] = [];
  const metricsServer = await serveMetrics(config, metrics, running);
  const metricsPort = metricsServer.port;
  lifetime.onClose(() => metricsServer.close());

  const databaseUrl = config.databaseUrl ?? (await startPostgres(dataDir, logger, lifetime));
  const clock = new SystemClock();
  const environment = servicesEnvironment(config, env, { dataDir, databaseUrl, metricsPort });
  const { edge, opened } = watched(await createGatewayEdge(gatewayService.config(environment), clock));
  const host = await embeddedHost({ env: environment, adminUrl: databaseUrl, keys, clock, logger, metrics, edge });
  await startServices(host, running, lifetime);
  const addresses = await opened;
  const demo = await openDemoAccount(host.serviceClient, addresses, dataDir);
  return { addresses, metricsUrl: `http://${config.host}:${metricsPort}/metrics`, demo, stop: () => lifetime.close() };
}

/** The edge, and where it listens once it has been opened. */
function watched(edge: GatewayEdge): { readonly edge: ServiceListener; readonly opened: Promise<GatewayAddresses> } {
  const { promise: opened, resolve } = Promise.withResolvers<GatewayAddresses>();
  const open = async (app: INestApplication, log: Logger): Promise<void> => resolve(await edge.open(app, log));
  return { edge: { adapter: edge.adapter, open, drain: (timeoutMs) => edge.drain(timeoutMs) }, opened };
}

async function startPostgres(dataDir: string, logger: Logger, lifetime: Lifetime): Promise<string> {
  const postgres = await startEmbeddedPostgres({ dataDir: join(dataDir, 'postgres'), logger });
  lifetime.onClose(() => postgres.stop());
  return postgres.url;
}

/** Services first, each after those that it listens to; the gateway last, so that whoever is let in finds all of them. */
async function startServices(host: ServiceHost, running: RunningService[], lifetime: Lifetime): Promise<void> {
  const starts = [
    () => startService(authService, host),
    () => startService(customersService, host),
    () => startService(fundingSourcesService, host),
    () => startService(transfersService, host),
    () => startService(webhooksService, host),
    () => startService(gatewayService, host),
  ];
  for (const start of starts) {
    const service = await start();
    lifetime.onClose(() => service.stop());
    running.push(service);
  }
}
