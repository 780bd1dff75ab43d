import { newId } from '@halyard/core';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { lostBeforeCommit, StagedEventStore } from '../test/staged-event-store.js';
import { watch } from '../test/watch.js';
import { Chain } from './chain.js';
import type { Append } from './event-store.js';
import { EventStoreUnavailable, PredecessorLost, WrongExpectedRevision } from './event-store.js';

let store: StagedEventStore;
beforeEach(() => {
  store = new StagedEventStore();
});

const first = (stream: string): Append => ({
  stream,
  expected: 'no-stream',
  events: [{ id: newId(), type: 'Moved', data: {} }],
});

const length = async (stream: string): Promise<number> => (await store.all(stream)).length;

describe('a chain', () => {
  it('lets nothing stand behind a link that is lost, on whatever stream', async () => {
    await store.beside().append(first('b'));
    const chain = new Chain(store);
    const links = ['a', 'b', 'c', 'd'].map((stream) => chain.append(first(stream)));
    const outcomes = await Promise.allSettled(links.map(({ committed }) => committed));
    expect(outcomes).toMatchObject([
      { status: 'fulfilled' },
      { reason: expect.any(WrongExpectedRevision) as unknown },
      { reason: expect.any(PredecessorLost) as unknown },
      { reason: expect.any(PredecessorLost) as unknown },
    ]);
    expect(await Promise.all(['a', 'c', 'd'].map(length))).toEqual([1, 0, 0]);
    await expect(chain.committed()).rejects.toBeInstanceOf(PredecessorLost);
  });

  it('rests on what a link was decided on, also where that has failed by then', async () => {
    store.stages.push(lostBeforeCommit);
    const [one, other] = [new Chain(store), new Chain(store)];
    const seen = one.append(first('a'));
    await watch(seen.committed).settled();
    other.append(first('b'), seen);
    await expect(other.committed()).rejects.toMatchObject({ cause: expect.any(EventStoreUnavailable) as unknown });
    expect(await length('b')).toBe(0);
  });

  it('that appended nothing is committed once what it rests on is', async () => {
    const held = store.holdCommit();
    const [one, other] = [new Chain(store), new Chain(store)];
    other.restOn(one.append(first('a')));
    const committed = watch(other.committed());
    await held.reached;
    expect(await committed.isSettled()).toBe(false);
    held.release();
    expect(await committed.settled()).toBe('fulfilled');
  });

  it('that appended nothing falls with what it rests on', async () => {
    store.stages.push(lostBeforeCommit);
    const [one, other] = [new Chain(store), new Chain(store)];
    other.restOn(one.append(first('a')));
    await expect(other.committed()).rejects.toBeInstanceOf(EventStoreUnavailable);
  });

  it('lets what it appends next fall with what it only rested on', async () => {
    await store.beside().append(first('a'));
    const [one, other] = [new Chain(store), new Chain(store)];
    other.restOn(one.append(first('a')));
    other.append(first('b'));
    await expect(other.committed()).rejects.toBeInstanceOf(PredecessorLost);
    expect(await length('b')).toBe(0);
  });

  it('is committed at once when it rests on nothing', async () => {
    expect(await new Chain(store).committed()).toEqual([]);
  });

  it('knows why it has fallen once it has, by a link or by what it rests on', async () => {
    await store.beside().append(first('a'));
    const [one, other, third] = [new Chain(store), new Chain(store), new Chain(store)];
    const lost = one.append(first('a'));
    other.restOn(lost);
    third.append(first('c'));
    expect([one, other, third].map(({ failure }) => failure)).toEqual([undefined, undefined, undefined]);
    await Promise.allSettled([one, other, third].map((chain) => chain.committed()));
    const race = expect.any(WrongExpectedRevision) as unknown;
    expect([one, other, third].map(({ failure }) => failure)).toEqual([race, race, undefined]);
  });

  it('ranks behind those that began before it, and keeps its rank when it is decided again', () => {
    const [one, other] = [new Chain(store), new Chain(store)];
    const again = new Chain(store, one);
    expect(one.rank).toBeLessThan(other.rank);
    expect(again.rank).toBe(one.rank);
    expect(new Chain(store).rank).toBeGreaterThan(other.rank);
  });

  it('has lost a race if a link of its own came second, and not if it fell with another one', async () => {
    await store.beside().append(first('a'));
    const [one, other, third] = [new Chain(store), new Chain(store), new Chain(store)];
    const lost = one.append(first('a'));
    one.append(first('b'));
    other.append(first('c'), lost);
    third.append(first('d'));
    expect(await Promise.all([one, other, third].map((chain) => chain.hasLostRace()))).toEqual([true, false, false]);
  });

  it('tells whether it lost a race once each of its links has its outcome', async () => {
    const held = store.holdCommit();
    const chain = new Chain(store);
    chain.append(first('a'));
    const told = watch(chain.hasLostRace());
    await held.reached;
    expect(await told.isSettled()).toBe(false);
    await store.beside().append(first('a'));
    held.release();
    expect(await chain.hasLostRace()).toBe(true);
  });
});
