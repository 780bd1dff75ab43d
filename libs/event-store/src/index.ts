export type {
  Append,
  Appended,
  EventMetadata,
  ExpectedRevision,
  NewEvent,
  Position,
  ReadOptions,
  StoredEvent,
  Subscription,
  SubscriptionBatch,
  SubscriptionOptions,
} from './event-store.js';
export { EventStore, EventStoreUnavailable, WrongExpectedRevision } from './event-store.js';
