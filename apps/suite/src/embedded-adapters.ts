import type { Environment } from '@halyard/config';
import { serviceNames } from '@halyard/contracts';
import type { Clock } from '@halyard/core';
import { eventStoreMigrations, PostgresEventStore } from '@halyard/event-store';
import { InProcessServices } from '@halyard/http';
import { historyPublicColumns, PostgresTailBus } from '@halyard/messaging';
import type { Logger, Metrics } from '@halyard/observability';
import { BUS, grantHistoryToBus, type Keys, provisionServices, serviceUrl } from '@halyard/persistence';
import { inProcessListener, type ServiceHost, type ServiceListener } from '@halyard/service';

/** How long one service waits for another. */
const CALL_DEADLINE_MS = 20_000;
const DRAIN_TIMEOUT_MS = 2_000;
/** Six services share one server. */
const POOL_SIZE = 8;

export interface EmbeddedOptions {
  readonly env: Environment;
  /** Of a user who may create roles and schemas. */
  readonly adminUrl: string;
  readonly keys: Keys;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly edge: ServiceListener;
}

/** The embedded column of the architecture's table: calls within the process, and Postgres for everything else. */
export async function embeddedHost(options: EmbeddedOptions): Promise<ServiceHost> {
  const { env, adminUrl, keys, clock, logger, metrics, edge } = options;
  await provisionServices({ adminUrl, services: serviceNames, passwordOf: keys.rolePassword });
  const urlOf = (role: string): string => serviceUrl(adminUrl, role, keys.rolePassword(role));
  const services = new InProcessServices({ deadlineMs: CALL_DEADLINE_MS });
  const streams = {
    migrations: eventStoreMigrations,
    open: ({ databaseUrl }: { readonly databaseUrl: string }) => new PostgresEventStore(databaseUrl),
  };
  return {
    env,
    keys,
    clock,
    logger,
    metrics,
    serviceClient: services,
    databaseUrlOf: urlOf,
    poolSize: POOL_SIZE,
    async openBus({ dataSource, logger: log }) {
      await grantHistoryToBus(dataSource, historyPublicColumns);
      return new PostgresTailBus({ readerUrl: urlOf(BUS), dataSource, log });
    },
    eventStoreOf: (service) => (service === 'transfers' ? streams : undefined),
    listenerOf: (service) => (service === 'gateway' ? edge : inProcessListener(service, services)),
    drainTimeoutMs: DRAIN_TIMEOUT_MS,
  };
}
