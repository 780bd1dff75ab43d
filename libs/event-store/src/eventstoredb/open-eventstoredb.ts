import type { EventStoreDbEventStore, EventStoreDbEventStoreOptions } from './eventstoredb-event-store.js';

/** Loads the event store on EventStoreDB with its client, so that processes with another store need not load it. */
export async function openEventStoreDb(
  connectionString: string,
  options: EventStoreDbEventStoreOptions = {},
): Promise<EventStoreDbEventStore> {
  const { EventStoreDbEventStore: Store } = await import('./eventstoredb-event-store.js');
  return new Store(connectionString, options);
}
