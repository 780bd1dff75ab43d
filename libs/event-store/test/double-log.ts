import type { EventStoreDouble } from '@halyard/testing/eventstore-double';
import { startEventStoreDouble } from '@halyard/testing/eventstore-double';
import type { EventLogUnderTest } from './behaviour/event-log-under-test.js';
import { EventStoreDbEventStore } from '../src/eventstoredb/eventstoredb-event-store.js';

export interface DoubleLog extends EventLogUnderTest {
  readonly double: EventStoreDouble;
  open(namespace?: string): EventStoreDbEventStore;
}

export async function openDoubleLog(): Promise<DoubleLog> {
  const double = await startEventStoreDouble();
  const stores: EventStoreDbEventStore[] = [];
  return {
    double,
    open(namespace) {
      const store = new EventStoreDbEventStore(double.connectionString, { namespace });
      stores.push(store);
      return store;
    },
    cut: () => double.cutConnections(),
    async restart() {
      await double.goAway();
      await double.start();
    },
    async close() {
      await Promise.all(stores.map((store) => store.close()));
      await double.close();
    },
  };
}
