import type { EventStoreDbEventStore, EventStoreDbEventStoreOptions } from './eventstoredb-event-store.js';

/** The event store on EventStoreDB, whose client is loaded with it: who has another store need not wait for that. */
export async function openEventStoreDb(
  connectionString: string,
  options: EventStoreDbEventStoreOptions = {},
): Promise<EventStoreDbEventStore> {
  const { EventStoreDbEventStore: Store } = await import('./eventstoredb-event-store.js');
  return new Store(connectionString, options);
}
