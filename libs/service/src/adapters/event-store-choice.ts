import { eventStoreMigrations, openEventStoreDb, PostgresEventStore, snapshotMigrations } from '@halyard/event-store';
import type { EventStoreChoice } from '../service-host.js';
import type { AdapterConfig } from './adapter-config.js';

/** EventStoreDB where the settings name one, else tables in the service's own schema. */
export function eventStoreChoice({ eventstoreUrl }: AdapterConfig): EventStoreChoice {
  if (eventstoreUrl === undefined) {
    return {
      migrations: eventStoreMigrations,
      isOwnDatabase: true,
      open: ({ databaseUrl }) => new PostgresEventStore(databaseUrl),
    };
  }
  return {
    migrations: snapshotMigrations,
    isOwnDatabase: false,
    open: ({ logger }) => openEventStoreDb(eventstoreUrl, { log: logger }),
  };
}
