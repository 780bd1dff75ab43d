import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { appends } from './behaviour/appends.js';
import { chains } from './behaviour/chains.js';
import { claims, ClaimsInMemory } from './behaviour/claims.js';
import { chainRaces } from './behaviour/chain-races.js';
import type { EventLogUnderTest, StoreAbility } from './behaviour/event-log-under-test.js';
import { namespaces } from './behaviour/namespaces.js';
import { racing } from './behaviour/races.js';
import { reads } from './behaviour/reads.js';
import { subscriptions } from './behaviour/subscriptions.js';
import { append, aStream } from './behaviour/support.js';
import { trouble } from './behaviour/trouble.js';
import type { EventStore } from '../src/event-store.js';
import { EventStoreUnavailable } from '../src/event-store.js';

/** How often tests repeat races that go wrong only now and then. */
interface BehaviourCounts {
  readonly races: number;
  readonly appendsInTrouble: number;
}

/** Every adapter of the event-store port must pass this. */
export function eventStoreBehaviour(
  name: string,
  makeLog: () => Promise<EventLogUnderTest>,
  { races, appendsInTrouble }: BehaviourCounts,
  abilities: readonly StoreAbility[] = [],
): void {
  describe(`${name} as an event store`, () => {
    const inMemory = new ClaimsInMemory();
    let log: EventLogUnderTest;
    let stores: EventStore[];
    beforeAll(async () => {
      log = await makeLog();
      stores = [log.open(), log.open()];
    });
    afterAll(() => log.close());

    /** Gives two stores in turn, so that a test that asks twice gets both. */
    const open = (namespace?: string): EventStore => {
      if (namespace !== undefined) return log.open(namespace);
      stores.reverse();
      return stores[0] ?? log.open();
    };
    const can = (ability: StoreAbility) => (abilities.includes(ability) ? it : () => undefined);
    describe('append', () => appends(open));
    describe('writers in a race', () => racing(open, races));
    describe('appends that rest on appends', () => chains(open));
    describe('chains in a race', () => chainRaces(open, races));
    describe('an append under a claim', () => claims(open, () => log.claims ?? inMemory));
    describe('read', () => reads(open));
    describe('subscribe', () => subscriptions(open));
    describe('namespaces', () => namespaces(open, can));
    describe('in trouble', () => trouble(open, () => log, can, appendsInTrouble));
    it('refuses appends once it is closed', async () => {
      const closed = log.open();
      await closed.close();
      await expect(append(closed, aStream(), 'no-stream', 'a')).rejects.toBeInstanceOf(EventStoreUnavailable);
    });
  });
}
