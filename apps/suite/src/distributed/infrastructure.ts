import { join } from 'node:path';
import { startLocalKafka } from '@halyard/messaging/local-kafka';
import type { Logger } from '@halyard/observability';
import { startEmbeddedPostgres } from '@halyard/persistence';
import type { Lifetime } from '@halyard/service';
import type { SuiteConfig } from '../config.js';
import { type EventStorePlace, placeEventStore } from './event-store.js';

/** What the services stand on. */
export interface Infrastructure {
  /** Of a user who may create roles and schemas. */
  readonly databaseUrl: string;
  readonly kafkaBrokers: readonly string[];
  readonly eventStore: EventStorePlace;
}

/** Starts on this machine what the settings do not name elsewhere. */
export async function openInfrastructure(
  { databaseUrl, adapters }: SuiteConfig,
  dataDir: string,
  logger: Logger,
  lifetime: Lifetime,
): Promise<Infrastructure> {
  const database = async (): Promise<string> => {
    if (databaseUrl !== undefined) return databaseUrl;
    const postgres = await startEmbeddedPostgres({ dataDir: join(dataDir, 'postgres'), logger });
    lifetime.onClose(() => postgres.stop());
    return postgres.url;
  };
  const brokers = async (): Promise<readonly string[]> => {
    if (adapters.kafkaBrokers.length > 0) return adapters.kafkaBrokers;
    const kafka = await startLocalKafka({ dataDir: join(dataDir, 'kafka'), logger });
    lifetime.onClose(() => kafka.stop());
    return [kafka.brokers];
  };
  const [url, kafkaBrokers, eventStore] = await Promise.all([
    database(),
    brokers(),
    placeEventStore(adapters.eventstoreUrl, dataDir, lifetime),
  ]);
  return { databaseUrl: url, kafkaBrokers, eventStore };
}
