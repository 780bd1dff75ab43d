import { join } from 'node:path';
import type { Environment } from '@halyard/config';
import type { Clock } from '@halyard/core';
import { HttpServiceClient, PrincipalEnvelopes } from '@halyard/http';
import { createLogger, Metrics, startMetricsServer, startTracing } from '@halyard/observability';
import { type KeysOptions, loadIdentities, loadKeys, SystemClock } from '@halyard/persistence';
import { openBusOf } from '../adapters/bus-choice.js';
import { eventStoreChoice } from '../adapters/event-store-choice.js';
import { Lifetime } from '../lifetime.js';
import { httpListener } from '../listeners.js';
import { listening } from '../listening.js';
import { type Program, runProgram } from '../program.js';
import { keepsState, type StatelessDefinition } from '../service-definition.js';
import type { ServiceHost, ServiceListener } from '../service-host.js';
import { startService } from '../start-service.js';
import { databasesOf } from './databases.js';
import { processConfig } from './process-config.js';

/** The message that a forked process sends to its parent once it serves. */
export interface ReadyMessage {
  readonly metricsPort: number;
  /** The value that the listener's `open` returned. */
  readonly opened: unknown;
}

/** Opens the listener of a service that no other service calls. */
export type OpenEdge<Config> = (config: Config, clock: Clock) => Promise<ServiceListener>;

/**
 * Runs one service as this process, with the adapters that the environment names: `KAFKA_BROKERS`, `EVENTSTORE_URL`,
 * `DATABASE_URL`, the addresses of the other services, and its keys. It serves until it is stopped: see `runProgram`.
 */
export function runServiceProcess<Config extends object>(
  definition: StatelessDefinition<Config>,
  openEdge?: OpenEdge<Config>,
): Promise<void> {
  return runProgram(() => start(definition, openEdge, process.env));
}

async function start<Config extends object>(
  definition: StatelessDefinition<Config>,
  openEdge: OpenEdge<Config> | undefined,
  env: Environment,
): Promise<Program> {
  const { name: service } = definition;
  const isStoring = keepsState(definition);
  const config = processConfig(env, isStoring);
  const keysIn: KeysOptions = { ...(config.dataDir !== undefined && { dir: join(config.dataDir, 'keys') }), env };
  const keys = isStoring ? loadKeys(keysIn) : undefined;
  const identities = loadIdentities(service, keysIn);
  const logger = createLogger({ service, level: config.logLevel });
  return Lifetime.allOrNothing(logger, async (lifetime) => {
    const tracing = await startTracing({ service, otlpEndpoint: config.otelExporterOtlpEndpoint });
    lifetime.onClose(() => tracing.stop());
    const metrics = new Metrics();
    metrics.collectRuntime();
    let isReady = (): Promise<boolean> => Promise.resolve(false);
    const metricsServer = await listening('METRICS_PORT', config.metricsPort, () =>
      startMetricsServer({
        host: config.metricsHost,
        port: config.metricsPort,
        registry: metrics.registry,
        ready: () => isReady(),
      }),
    );
    lifetime.onClose(() => metricsServer.close());

    const clock = new SystemClock();
    const envelopes = new PrincipalEnvelopes(identities, clock);
    const serviceClient = new HttpServiceClient({
      addresses: config.addresses,
      envelopes,
      deadlineMs: config.callDeadlineMs,
      log: logger,
    });
    lifetime.onClose(() => serviceClient.close());
    const databases = isStoring && keys ? databasesOf(definition.name, config, keys) : undefined;
    const listener = openEdge
      ? await openEdge(definition.config(env), clock)
      : httpListener({ service, envelopes, host: config.serviceHost, port: config.servicePort });
    const host: ServiceHost = {
      env,
      keys,
      clock,
      loggerOf: () => logger,
      metrics,
      serviceClient,
      databaseUrlOf: () => databases?.own ?? '',
      poolSize: config.databasePool,
      openBus: (request) => openBusOf(config.adapters, databases?.historyReader, () => identities)(request),
      eventStoreOf: (name) => (name === 'transfers' ? eventStoreChoice(config.adapters) : undefined),
      listenerOf: () => listener,
      drainTimeoutMs: config.drainTimeoutMs,
    };
    const running = await startService(definition, host);
    lifetime.onClose(() => running.stop());
    isReady = async () => (await running.health.readiness()).ready;
    process.send?.({ metricsPort: metricsServer.port, opened: running.opened } satisfies ReadyMessage);
    return { stop: () => lifetime.close() };
  });
}
