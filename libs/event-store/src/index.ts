export type {
  Append,
  Appended,
  EventMetadata,
  ExpectedRevision,
  NewEvent,
  Position,
  ReadOptions,
  StoredEvent,
  Submission,
  Subscription,
  SubscriptionBatch,
  SubscriptionOptions,
} from './event-store.js';
export { EventStore, EventStoreUnavailable, PredecessorLost, WrongExpectedRevision } from './event-store.js';
export { InMemoryEventStore } from './in-memory-event-store.js';
export type { EventStoreDbEventStoreOptions } from './eventstoredb/eventstoredb-event-store.js';
export { EventStoreDbEventStore } from './eventstoredb/eventstoredb-event-store.js';
export type { PostgresEventStoreOptions } from './postgres/postgres-event-store.js';
export { PostgresEventStore } from './postgres/postgres-event-store.js';
export { eventStoreMigrations, snapshotMigrations } from './postgres/migrations.js';
export { PostgresSnapshots } from './postgres/postgres-snapshots.js';
export type { Snapshot, StateCodec } from './snapshots.js';
export { Snapshots } from './snapshots.js';
export { InMemorySnapshots } from './in-memory-snapshots.js';
export type { SnapshotOptions } from './stream-loader.js';
export type { StreamEvent, StreamOperation } from './stream-queue.js';
export { eventId } from './stream-queue.js';
export type { Executed, HotStreamOptions } from './hot-stream.js';
export { HotStreamWriter } from './hot-stream.js';
