import { InMemoryEventStore } from '@halyard/event-store/testing';
import { type EventStore, openEventStoreDb } from '@halyard/event-store';
import { startEventStoreDouble } from '@halyard/testing/eventstore-double';
import { afterEach } from '@jest/globals';

const isOnEventStoreDb = process.env['SUITE_EVENT_STORE'] === 'eventstoredb';
const closings: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closings.splice(0)) await close();
});

/** An in-memory store, or a double of EventStoreDB if the project of the test run says so (jest.config.mjs). */
export async function openStageStore(): Promise<EventStore> {
  if (!isOnEventStoreDb) return new InMemoryEventStore();
  const double = await startEventStoreDouble();
  const store = await openEventStoreDb(double.connectionString);
  closings.push(
    () => store.close(),
    () => double.close(),
  );
  return store;
}
