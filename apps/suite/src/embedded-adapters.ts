import type { Environment } from '@halyard/config';
import type { Clock } from '@halyard/core';
import { InProcessServices } from '@halyard/http';
import { createLogger, type LogLevel, type Metrics } from '@halyard/observability';
import type { ServiceName } from '@halyard/contracts';
import { BUS, type Identities, type Keys } from '@halyard/persistence';
import {
  type AdapterConfig,
  eventStoreChoice,
  inProcessListener,
  openBusOf,
  type ServiceHost,
  type ServiceListener,
} from '@halyard/service';
import type { ServicesDatabase } from './services-database.js';

/** How long one service waits for another, in milliseconds. */
const CALL_DEADLINE_MS = 20_000;
const DRAIN_TIMEOUT_MS = 2_000;
/** Connections of each service; six services share one server. */
export const POOL_SIZE = 8;

interface EmbeddedOptions {
  readonly env: Environment;
  readonly adapters: AdapterConfig;
  readonly database: ServicesDatabase;
  readonly keys: Keys;
  readonly identitiesOf: (service: ServiceName) => Identities;
  readonly clock: Clock;
  readonly logLevel: LogLevel;
  readonly metrics: Metrics;
  readonly edge: ServiceListener;
}

/** Calls stay within the process, and everything is in Postgres unless the settings name something else. */
export function embeddedHost(options: EmbeddedOptions): ServiceHost {
  const { env, adapters, database, keys, identitiesOf, clock, logLevel, metrics, edge } = options;
  const services = new InProcessServices({ deadlineMs: CALL_DEADLINE_MS });
  return {
    env,
    keys,
    clock,
    loggerOf: (service) => createLogger({ service, level: logLevel }),
    metrics,
    serviceClient: services,
    databaseUrlOf: (service) => database.urlOf(service),
    poolSize: POOL_SIZE,
    openBus: openBusOf(adapters, database.urlOf(BUS), identitiesOf),
    eventStoreOf: (service) => (service === 'transfers' ? eventStoreChoice(adapters) : undefined),
    listenerOf: (service) => (service === 'gateway' ? edge : inProcessListener(service, services)),
    drainTimeoutMs: DRAIN_TIMEOUT_MS,
  };
}
