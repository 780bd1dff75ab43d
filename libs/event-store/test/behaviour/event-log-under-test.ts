import type { EventStore } from '../../src/event-store.js';
import type { TestClaims } from './claims.js';

/** May hold other events already. */
export interface EventLogUnderTest {
  /** Opens a store like another process. An adapter that lives in one process gives the same store. */
  open(namespace?: string): EventStore;
  /** Given if its stores write claims together with their appends. */
  readonly claims?: TestClaims;
  /** Breaks the connections of every store it opened; they may connect again at once. */
  cut?(): Promise<void>;
  /** Takes the store away and brings it back, with everything in it. */
  restart?(): Promise<void>;
  close(): Promise<void>;
}

/** A test may `cut` or `restart` the log, or open several namespaces of it. */
export type StoreAbility = 'connections' | 'restarts' | 'namespaces';
