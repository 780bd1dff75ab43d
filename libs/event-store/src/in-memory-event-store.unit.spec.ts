import { counts } from '@halyard/testing/counts';
import { eventStoreBehaviour } from '../test/event-store.behaviour.js';
import { InMemoryEventStore } from './in-memory-event-store.js';

eventStoreBehaviour(
  'InMemoryEventStore',
  () => {
    const store = new InMemoryEventStore();
    return Promise.resolve({ open: () => store, close: () => store.close() });
  },
  counts.eventStore,
);
