import type { EventStore } from '../../src/event-store.js';
import type { TestClaims } from './claims.js';

/** A log that stores can be opened on. It may contain other events already. */
export interface EventLogUnderTest {
  /** Opens a store like another process. An adapter that lives in one process gives the same store. */
  open(namespace?: string): EventStore;
  /** Present if the log's stores write claims together with their appends. */
  readonly claims?: TestClaims;
  /** Breaks the connections of every store that was opened. They may connect again at once. */
  cut?(): Promise<void>;
  /** Takes the store away and brings it back, with everything in it. */
  restart?(): Promise<void>;
  close(): Promise<void>;
}

/** A test may `cut` or `restart` the log, or open several namespaces of it. */
export type StoreAbility = 'connections' | 'restarts' | 'namespaces';
