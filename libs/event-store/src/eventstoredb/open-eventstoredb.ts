import type { EventStoreDbEventStore, EventStoreDbEventStoreOptions } from './eventstoredb-event-store.js';

/** Loads EventStoreDB's client, so that processes with another store need not. */
export async function openEventStoreDb(
  connectionString: string,
  options: EventStoreDbEventStoreOptions = {},
): Promise<EventStoreDbEventStore> {
  const { EventStoreDbEventStore: Store } = await import('./eventstoredb-event-store.js');
  return new Store(connectionString, options);
}
