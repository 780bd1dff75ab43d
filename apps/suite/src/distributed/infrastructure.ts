import { join } from 'node:path';
import { startLocalKafka } from '@halyard/local-servers';
import { openServicesDatabase, type ServicesDatabase, type ServicesDatabaseOptions } from '../services-database.js';
import { type EventStorePlace, placeEventStore } from './event-store.js';

export interface Infrastructure {
  readonly database: ServicesDatabase;
  readonly kafkaBrokers: readonly string[];
  readonly eventStore: EventStorePlace;
}

/** Starts each server on this machine for which the settings name no address. */
export async function openInfrastructure(options: ServicesDatabaseOptions): Promise<Infrastructure> {
  const { config, dataDir, ownPorts, logger, lifetime } = options;
  const { kafkaBrokers: named, eventstoreUrl } = config.adapters;
  const brokers = async (): Promise<readonly string[]> => {
    if (named.length > 0) return named;
    const kafka = await startLocalKafka({ dataDir: join(dataDir, 'kafka'), logger });
    lifetime.onClose(() => kafka.stop());
    ownPorts.add(...kafka.ports);
    return [kafka.brokers];
  };
  const opening = [
    openServicesDatabase(options),
    brokers(),
    placeEventStore(eventstoreUrl, { dataDir, ownPorts, lifetime }),
  ] as const;
  // If one fails, the others are awaited, so that everything they open can be closed.
  await Promise.allSettled(opening);
  const [database, kafkaBrokers, eventStore] = await Promise.all(opening);
  return { database, kafkaBrokers, eventStore };
}
