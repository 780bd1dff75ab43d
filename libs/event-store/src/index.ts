export type {
  Append,
  AppendResult,
  EventMetadata,
  ExpectedRevision,
  NewEvent,
  Position,
  ReadOptions,
  StoredEvent,
  Submission,
  StoreReader,
  SubscriptionBatch,
  SubscriptionOptions,
} from './event-store.js';
export { ClaimLost, EventStore, EventStoreUnavailable, PredecessorLost, WrongExpectedRevision } from './event-store.js';
export type { EventStoreDbEventStoreOptions } from './eventstoredb/eventstoredb-event-store.js';
export { connectionStringProblem, readConnectionString } from './eventstoredb/connection-string.js';
export { openEventStoreDb } from './eventstoredb/open-eventstoredb.js';
export type { PostgresEventStoreOptions } from './postgres/postgres-event-store.js';
export { PostgresEventStore } from './postgres/postgres-event-store.js';
export { beginEpoch, EpochOver, epochOfStreams, requireEpoch } from './installation/epochs.js';
export { requireStoreNotOlder, StoredReach, StoreOlder } from './installation/older-store.js';
export {
  ForeignStreams,
  requireInstallation,
  requireNotForeign,
  StoredInstallation,
  takeOver,
} from './installation/installation.js';
export { eventStoreMigrations, streamMigrations } from './postgres/migrations.js';
export { PostgresSnapshots } from './postgres/postgres-snapshots.js';
export type { StreamSnapshot, StateCodec } from './snapshots.js';
export { Snapshots } from './snapshots.js';
export type { SnapshotOptions } from './speculative/stream-loader.js';
export type { ClaimFunction, ClaimOfAppend } from './postgres/append-group.js';
export { Chain } from './chain.js';
export { DEFAULT_NAMESPACE, Namespace } from './namespace.js';
export type { StreamEvent } from './speculative/speculative-stream.js';
export type { Execution, SpeculativeStreamsOptions } from './speculative/speculative-streams.js';
export { SpeculativeStreams } from './speculative/speculative-streams.js';
