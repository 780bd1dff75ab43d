import { eventStoreMigrations, openEventStoreDb, PostgresEventStore, snapshotMigrations } from '@halyard/event-store';
import type { EventStoreChoice } from '../service-host.js';
import type { AdapterConfig } from './adapter-config.js';

/** EventStoreDB when the settings name one, else tables in the service's own schema. */
export function eventStoreChoice({ eventstoreUrl }: AdapterConfig): EventStoreChoice {
  if (eventstoreUrl === undefined) {
    return {
      migrations: eventStoreMigrations,
      open: ({ databaseUrl, claims, session }) => new PostgresEventStore(databaseUrl, { claims, session }),
    };
  }
  return {
    migrations: snapshotMigrations,
    open: ({ logger }) => openEventStoreDb(eventstoreUrl, { log: logger }),
  };
}
