export { InMemoryEventStore } from './in-memory-event-store.js';
export { InMemorySnapshots } from './in-memory-snapshots.js';
