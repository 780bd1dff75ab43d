import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { appends } from './behaviour/appends.js';
import { racing } from './behaviour/races.js';
import { reads } from './behaviour/reads.js';
import { subscriptions } from './behaviour/subscriptions.js';
import { append, aStream } from './behaviour/support.js';
import type { EventStore } from './event-store.js';
import { EventStoreUnavailable } from './event-store.js';

/** One log under test. It may hold other events already. */
export interface EventLogUnderTest {
  /** A store over the log, as another process would open it; the same one where an adapter lives in one process only. */
  open(): EventStore;
  /** Closes every store it opened, and drops the log. */
  close(): Promise<void>;
}

/** What every adapter of the event-store port must pass. `races` is the number of rounds that two writers race. */
export function eventStoreBehaviour(
  name: string,
  makeLog: () => Promise<EventLogUnderTest>,
  { races = 100 }: { readonly races?: number } = {},
): void {
  describe(`${name} as an event store`, () => {
    let log: EventLogUnderTest;
    let stores: EventStore[];
    beforeAll(async () => {
      log = await makeLog();
      stores = [log.open(), log.open()];
    });
    afterAll(() => log.close());

    /** Two stores in turn: whoever asks twice gets both. */
    const open = (): EventStore => {
      stores.reverse();
      return stores[0] ?? log.open();
    };
    describe('append', () => appends(open));
    describe('writers in a race', () => racing(open, races));
    describe('read', () => reads(open));
    describe('subscribe', () => subscriptions(open));
    it('refuses appends once it is closed', async () => {
      const closed = log.open();
      await closed.close();
      await expect(append(closed, aStream(), 'no-stream', 'a')).rejects.toBeInstanceOf(EventStoreUnavailable);
    });
  });
}
