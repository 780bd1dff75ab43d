import {
  eventStoreMigrations,
  openEventStoreDb,
  PostgresEventStore,
  requireInstallation,
  StoredInstallation,
  streamMigrations,
} from '@halyard/event-store';
import type { EventStoreChoice } from '../service-host.js';
import type { AdapterConfig } from './adapter-config.js';

/** Chooses EventStoreDB if the settings name one, and otherwise tables in the service's own schema. */
export function eventStoreChoice({ eventstoreUrl, eventStoreNamespace: namespace }: AdapterConfig): EventStoreChoice {
  return {
    migrations: eventstoreUrl === undefined ? eventStoreMigrations : streamMigrations,
    async open({ databaseUrl, dataSource, logger, claims, session }) {
      const store =
        eventstoreUrl === undefined
          ? new PostgresEventStore(databaseUrl, { claims, session, namespace })
          : await openEventStoreDb(eventstoreUrl, { log: logger, namespace });
      try {
        await requireInstallation(store, new StoredInstallation(dataSource), namespace);
      } catch (error) {
        await store.close();
        throw error;
      }
      return store;
    },
  };
}
