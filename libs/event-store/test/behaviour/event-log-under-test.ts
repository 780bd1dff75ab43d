import type { EventStore } from '../../src/event-store.js';
import type { TestClaims } from './claims.js';

/** One log under test. It may hold other events already. */
export interface EventLogUnderTest {
  /** A store over the log, as another process would open it; the same one where an adapter lives in one process only. */
  open(namespace?: string): EventStore;
  /** Where its stores write claims along with what is appended under them. */
  readonly claims?: TestClaims;
  /** Breaks the connections of every store it opened; they may connect again at once. */
  cut?(): Promise<void>;
  /** Takes the store away and brings it back, with all that it holds. */
  restart?(): Promise<void>;
  /** Closes every store it opened, and drops the log. */
  close(): Promise<void>;
}

/** What a log, or its surroundings, allow a test to do: `cut`, `restart`, and to open several namespaces of it. */
export type StoreAbility = 'connections' | 'restarts' | 'namespaces';
