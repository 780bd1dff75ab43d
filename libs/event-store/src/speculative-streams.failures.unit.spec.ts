import { DomainError, newId } from '@halyard/core';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { type Move, type Moved, toMoved } from '../test/account.js';
import { type Accounts, carryOut, movedId, openAccounts } from '../test/carry-out.js';
import { lostAfterCommit, lostBeforeCommit, type Stage, StagedEventStore } from '../test/staged-event-store.js';
import { watch } from '../test/watch.js';
import { Chain } from './chain.js';
import { EventStoreUnavailable, PredecessorLost, WrongExpectedRevision } from './event-store.js';

const STREAM = 'account-1';

let store: StagedEventStore;
let accounts: Accounts;
/** Another process over the same log. */
let otherStore: StagedEventStore;
let others: Accounts;
beforeEach(() => {
  store = new StagedEventStore();
  accounts = openAccounts(store);
  otherStore = store.beside();
  others = openAccounts(otherStore);
});

const aMove = (amount: number, id = newId()): Move => ({ id, amount });

/** Decides and commits, again for as long as others come first. */
const move = (amount: number, id = newId()) => carryOut(store, accounts, { stream: STREAM, move: aMove(amount, id) });
const moveByOther = (amount: number, id = newId()) =>
  carryOut(otherStore, others, { stream: STREAM, move: aMove(amount, id) });

/** Decides only. */
const execute = (chain: Chain, amount: number, { id = newId(), stream = STREAM } = {}): Promise<readonly Moved[]> =>
  accounts.execute(stream, aMove(amount, id), { chain, eventId: movedId });

const stored = async (stream = STREAM): Promise<number[]> =>
  (await store.all(stream)).map((event) => toMoved(event).data.amount);
const balance = (by = accounts): Promise<number> => by.read(STREAM, (account) => account.balance);

/** Another process commits before this one does. */
const preceded =
  (amount: number): Stage =>
  async (commit) => {
    await moveByOther(amount);
    return commit();
  };

const statuses = async (outcomes: readonly Promise<unknown>[]): Promise<string[]> =>
  (await Promise.allSettled(outcomes)).map(({ status }) => status);

describe('a refusal', () => {
  it('on what is in memory is decided again on what the store holds', async () => {
    await move(1);
    await moveByOther(10);
    await move(-8);
    expect(await balance()).toBe(3);
  });

  it('on what is in flight is decided again once that has its outcome', async () => {
    await move(5);
    const held = store.holdCommit();
    const spending = move(-5);
    await held.reached;
    const refused = watch(move(-1));
    expect(await refused.isSettled()).toBe(false);
    held.release();
    await spending;
    expect(await refused.settled()).toBe('rejected');
  });

  it('is given once the store shows it right', async () => {
    await move(1);
    const { reads } = store;
    await expect(move(-2)).rejects.toBeInstanceOf(DomainError);
    expect(store.reads).toBe(reads + 1);
  });

  it('shares its look at the store with those it gathered with', async () => {
    await move(1);
    const { reads } = store;
    expect(await statuses([-2, -3, -4].map((amount) => move(amount)))).toEqual(['rejected', 'rejected', 'rejected']);
    expect(store.reads).toBe(reads + 1);
  });

  it('is not given on a look at the store that began before its command had come', async () => {
    const reading = store.holdRead();
    const first = move(-1);
    await reading.reached;
    const late = move(-2);
    const { reads } = store;
    reading.release();
    expect(await statuses([first, late])).toEqual(['rejected', 'rejected']);
    expect(store.reads).toBe(reads + 1);
  });

  it('rests on the appends of its round, and is not answered if they are lost', async () => {
    await moveByOther(5);
    store.stages.push(preceded(100));
    const [spend, more] = [move(-5), move(-50)];
    expect(await statuses([spend, more])).toEqual(['fulfilled', 'fulfilled']);
    expect(await balance()).toBe(50);
  });

  it('is answered once the appends of its round are committed', async () => {
    await moveByOther(5);
    const held = store.holdCommit();
    const [spend, refused] = [move(-5), watch(move(-1))];
    await held.reached;
    expect(await refused.isSettled()).toBe(false);
    held.release();
    await spend;
    expect(await refused.settled()).toBe('rejected');
  });

  it('beside an append that turns out to be the repeat of an old one is decided on what followed', async () => {
    const repeated = newId();
    await move(5);
    await moveByOther(1, repeated);
    await moveByOther(100);
    await Promise.all([move(1, repeated), move(-50)]);
    expect(await stored()).toEqual([5, 1, 100, -50]);
  });
});

describe('an append that fails because another writer came first', () => {
  it('is decided again, with all behind it, on what that one left', async () => {
    await move(10);
    store.stages.push(preceded(-8));
    expect(await statuses([move(-1), move(-5), move(2)])).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await stored()).toEqual([10, -8, -1, 2]);
  });

  it('takes those behind it along, who have lost no race of their own', async () => {
    await move(10);
    store.stages.push(preceded(1));
    const chains = [new Chain(store), new Chain(store)];
    for (const chain of chains) await execute(chain, 1);
    const outcomes = await Promise.allSettled(chains.map((chain) => chain.committed()));
    expect(outcomes).toMatchObject([
      { reason: expect.any(WrongExpectedRevision) as unknown },
      { reason: expect.any(PredecessorLost) as unknown },
    ]);
    expect(await Promise.all(chains.map((chain) => chain.hasLostRace()))).toEqual([true, false]);
    expect(await stored()).toEqual([10, 1]);
  });

  it('takes along what was handed over while it was in flight, and later commands find what the store holds', async () => {
    await move(10);
    const held = store.holdCommit();
    const lost = new Chain(store);
    await execute(lost, -1);
    await held.reached;
    const behind = new Chain(store);
    await execute(behind, -1);
    await moveByOther(-9);
    held.release();
    const failed = watch(behind.committed());
    expect(await failed.settled()).toBe('rejected');
    await expect(execute(new Chain(store), -2)).rejects.toBeInstanceOf(DomainError);
    await move(-1);
    expect(await stored()).toEqual([10, -9, -1]);
  });

  it('leaves alone what does not rest on it', async () => {
    await move(10);
    store.stages.push(preceded(1));
    const [lost, apart] = [new Chain(store), new Chain(store)];
    await execute(apart, 5, { stream: 'account-2' });
    await execute(lost, 1);
    await execute(lost, 6, { stream: 'account-3' });
    expect(await statuses([lost.committed(), apart.committed()])).toEqual(['rejected', 'fulfilled']);
    expect([await stored('account-2'), await stored('account-3')]).toEqual([[5], []]);
  });

  it('is nothing that later commands rest on', async () => {
    await move(10);
    const held = store.holdCommit();
    const lost = watch(move(1));
    await held.reached;
    const [shown, later] = [balance(), new Chain(store)];
    const deciding = execute(later, 2);
    held.fail(new EventStoreUnavailable('away'));
    await deciding;
    await later.committed();
    expect(await lost.settled()).toBe('rejected');
    expect(await shown).toBe(10);
    expect(await stored()).toEqual([10, 2]);
  });

  it('is decided again in the order of rank, before what came later', async () => {
    await move(100);
    store.stages.push(preceded(1));
    const chains = [new Chain(store), new Chain(store), new Chain(store)];
    for (const chain of chains) await execute(chain, -1);
    await Promise.allSettled(chains.map((chain) => chain.committed()));
    const newcomer = new Chain(store);
    const [first, second, third] = chains.map((chain) => new Chain(store, chain));
    await Promise.all([newcomer, third, first, second].map((chain, index) => chain && execute(chain, index - 9)));
    await newcomer.committed();
    expect(await stored()).toEqual([100, 1, -7, -6, -8, -9]);
  });
});

describe('an append that fails because the store is away', () => {
  it('leaves no trace in memory, nor does what was decided on it', async () => {
    await move(10);
    store.stages.push(lostBeforeCommit);
    const outcomes = await Promise.allSettled([move(-1), move(-2)]);
    expect(outcomes).toMatchObject([
      { reason: expect.any(EventStoreUnavailable) as unknown },
      { reason: expect.any(EventStoreUnavailable) as unknown },
    ]);
    await move(5);
    expect(await stored()).toEqual([10, 5]);
    expect(await balance()).toBe(15);
  });

  it('takes along what was handed over while it was in flight', async () => {
    await move(10);
    const held = store.holdCommit();
    store.stages.push(lostBeforeCommit);
    const first = move(-1);
    await held.reached;
    const [second, third] = [move(-2), move(-3)];
    held.release();
    expect(await statuses([first, second, third])).toEqual(['fulfilled', 'rejected', 'rejected']);
    expect(await stored()).toEqual([10, -1]);
    expect(await balance()).toBe(9);
  });

  it('though it stands, has happened once when its command is repeated', async () => {
    await move(10);
    const id = newId();
    store.stages.push(lostAfterCommit);
    await expect(move(-4, id)).rejects.toBeInstanceOf(EventStoreUnavailable);
    expect(await move(-4, id)).toEqual([]);
    expect(await stored()).toEqual([10, -4]);
  });

  it('though it stands, has happened once when its whole chain is decided again', async () => {
    await move(10);
    const steps = [
      { stream: STREAM, move: aMove(-4) },
      { stream: 'account-2', move: aMove(4) },
    ];
    store.stages.push(lostAfterCommit);
    await expect(carryOut(store, accounts, ...steps)).rejects.toBeInstanceOf(EventStoreUnavailable);
    expect(await carryOut(store, accounts, ...steps)).toEqual([]);
    expect([await stored(), await stored('account-2')]).toEqual([[10, -4], [4]]);
  });

  it('has a chain of which a beginning stands go on from there', async () => {
    store = new StagedEventStore('append');
    accounts = openAccounts(store);
    await move(10);
    const steps = [-4, 4].map((amount, index) => ({ stream: `account-${index + 1}`, move: aMove(amount) }));
    store.stages.push((commit) => commit(), lostBeforeCommit);
    await expect(carryOut(store, accounts, ...steps)).rejects.toBeInstanceOf(EventStoreUnavailable);
    expect([await stored(), await stored('account-2')]).toEqual([[10, -4], []]);
    expect(await carryOut(store, accounts, ...steps)).toHaveLength(1);
    expect([await stored(), await stored('account-2')]).toEqual([[10, -4], [4]]);
  });
});

describe('a store that cannot be read', () => {
  it('fails who waits for it, and nobody after', async () => {
    await moveByOther(5);
    const away = (): Promise<void> => Promise.reject(new EventStoreUnavailable('away'));
    store.beforeReads.push(away);
    const outcomes = await Promise.allSettled([balance(), move(-1)]);
    expect(outcomes).toMatchObject([
      { reason: expect.any(EventStoreUnavailable) as unknown },
      { reason: expect.any(EventStoreUnavailable) as unknown },
    ]);
    expect(await balance()).toBe(5);
    await move(-1);
    expect(await stored()).toEqual([5, -1]);
  });

  it('does not fail who comes while it is asked', async () => {
    const reading = store.holdRead();
    const first = move(1);
    await reading.reached;
    const late = move(2);
    reading.fail(new EventStoreUnavailable('away'));
    expect(await statuses([first, late])).toEqual(['rejected', 'fulfilled']);
    expect(await stored()).toEqual([2]);
  });
});
