import { DomainError, newId } from '@halyard/core';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { carryOut } from '../../test/carry-out.js';
import { lostAfterCommit, lostBeforeCommit } from '../../test/staged-event-store.js';
import { aMove, STREAM, TwoProcesses } from '../../test/two-processes.js';
import { watch } from '../../test/watch.js';
import { Chain } from '../chain.js';
import { EventStoreUnavailable, PredecessorLost, WrongExpectedRevision } from '../event-store.js';

let two: TwoProcesses;
beforeEach(() => {
  two = new TwoProcesses();
});

const statuses = async (outcomes: readonly Promise<unknown>[]): Promise<string[]> =>
  (await Promise.allSettled(outcomes)).map(({ status }) => status);

describe('a refusal', () => {
  it('on what is in memory is decided again on what the store holds', async () => {
    await two.move(1);
    await two.moveByOther(10);
    await two.move(-8);
    expect(await two.balance()).toBe(3);
  });

  it('on what is in flight is decided again once that has its outcome', async () => {
    await two.move(5);
    const held = two.store.holdCommit();
    const spending = two.move(-5);
    await held.reached;
    const refused = watch(two.move(-1));
    expect(await refused.isSettled()).toBe(false);
    held.release();
    await spending;
    expect(await refused.settled()).toBe('rejected');
  });

  it('is given once the store shows it right', async () => {
    await two.move(1);
    const { reads } = two.store;
    await expect(two.move(-2)).rejects.toBeInstanceOf(DomainError);
    expect(two.store.reads).toBe(reads + 1);
  });

  it('shares its look at the store with those it gathered with', async () => {
    await two.move(1);
    const { reads } = two.store;
    expect(await statuses([-2, -3, -4].map((amount) => two.move(amount)))).toEqual([
      'rejected',
      'rejected',
      'rejected',
    ]);
    expect(two.store.reads).toBe(reads + 1);
  });

  it('is not given on a look at the store that began before its command had come', async () => {
    const reading = two.store.holdRead();
    const first = two.move(-1);
    await reading.reached;
    const late = two.move(-2);
    const { reads } = two.store;
    reading.release();
    expect(await statuses([first, late])).toEqual(['rejected', 'rejected']);
    expect(two.store.reads).toBe(reads + 1);
  });

  it('rests on the appends of its round, and is not answered if they are lost', async () => {
    await two.moveByOther(5);
    two.store.stages.push(two.preceded(100));
    const [spend, more] = [two.move(-5), two.move(-50)];
    expect(await statuses([spend, more])).toEqual(['fulfilled', 'fulfilled']);
    expect(await two.balance()).toBe(50);
  });

  it('is answered once the appends of its round are committed', async () => {
    await two.moveByOther(5);
    const held = two.store.holdCommit();
    const [spend, refused] = [two.move(-5), watch(two.move(-1))];
    await held.reached;
    expect(await refused.isSettled()).toBe(false);
    held.release();
    await spend;
    expect(await refused.settled()).toBe('rejected');
  });

  it('beside an append that turns out to be the repeat of an old one is decided on what followed', async () => {
    const repeated = newId();
    await two.move(5);
    await two.moveByOther(1, repeated);
    await two.moveByOther(100);
    await Promise.all([two.move(1, repeated), two.move(-50)]);
    expect(await two.stored()).toEqual([5, 1, 100, -50]);
  });
});

describe('an append that fails because another writer came first', () => {
  it('is decided again, with all behind it, on what that one left', async () => {
    await two.move(10);
    two.store.stages.push(two.preceded(-8));
    expect(await statuses([two.move(-1), two.move(-5), two.move(2)])).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await two.stored()).toEqual([10, -8, -1, 2]);
  });

  it('takes those behind it along, who have lost no race of their own', async () => {
    await two.move(10);
    two.store.stages.push(two.preceded(1));
    const chains = [new Chain(two.store), new Chain(two.store)];
    for (const chain of chains) await two.execute(chain, 1);
    const outcomes = await Promise.allSettled(chains.map((chain) => chain.committed()));
    expect(outcomes).toMatchObject([
      { reason: expect.any(WrongExpectedRevision) as unknown },
      { reason: expect.any(PredecessorLost) as unknown },
    ]);
    expect(await Promise.all(chains.map((chain) => chain.hasLostRace()))).toEqual([true, false]);
    expect(await two.stored()).toEqual([10, 1]);
  });

  it('takes along what was handed over while it was in flight, and later commands find what the store holds', async () => {
    await two.move(10);
    const held = two.store.holdCommit();
    const lost = new Chain(two.store);
    await two.execute(lost, -1);
    await held.reached;
    const behind = new Chain(two.store);
    await two.execute(behind, -1);
    await two.moveByOther(-9);
    held.release();
    const failed = watch(behind.committed());
    expect(await failed.settled()).toBe('rejected');
    await expect(two.execute(new Chain(two.store), -2)).rejects.toBeInstanceOf(DomainError);
    await two.move(-1);
    expect(await two.stored()).toEqual([10, -9, -1]);
  });

  it('leaves alone what does not rest on it', async () => {
    await two.move(10);
    two.store.stages.push(two.preceded(1));
    const [lost, apart] = [new Chain(two.store), new Chain(two.store)];
    await two.execute(apart, 5, { stream: 'account-2' });
    await two.execute(lost, 1);
    await two.execute(lost, 6, { stream: 'account-3' });
    expect(await statuses([lost.committed(), apart.committed()])).toEqual(['rejected', 'fulfilled']);
    expect([await two.stored('account-2'), await two.stored('account-3')]).toEqual([[5], []]);
  });

  it('is nothing that later commands rest on', async () => {
    await two.move(10);
    const held = two.store.holdCommit();
    const lost = watch(two.move(1));
    await held.reached;
    const [shown, later] = [two.balance(), new Chain(two.store)];
    const deciding = two.execute(later, 2);
    held.fail(new EventStoreUnavailable('away'));
    await deciding;
    await later.committed();
    expect(await lost.settled()).toBe('rejected');
    expect(await shown).toBe(10);
    expect(await two.stored()).toEqual([10, 2]);
  });

  it('is decided again in the order of rank, before what came later', async () => {
    await two.move(100);
    two.store.stages.push(two.preceded(1));
    const chains = [new Chain(two.store), new Chain(two.store), new Chain(two.store)];
    for (const chain of chains) await two.execute(chain, -1);
    await Promise.allSettled(chains.map((chain) => chain.committed()));
    const newcomer = new Chain(two.store);
    const [first, second, third] = chains.map((chain) => new Chain(two.store, chain));
    await Promise.all([newcomer, third, first, second].map((chain, index) => chain && two.execute(chain, index - 9)));
    await newcomer.committed();
    expect(await two.stored()).toEqual([100, 1, -7, -6, -8, -9]);
  });
});

describe('an append that fails because the store is away', () => {
  it('leaves no trace in memory, nor does what was decided on it', async () => {
    await two.move(10);
    two.store.stages.push(lostBeforeCommit);
    const outcomes = await Promise.allSettled([two.move(-1), two.move(-2)]);
    expect(outcomes).toMatchObject([
      { reason: expect.any(EventStoreUnavailable) as unknown },
      { reason: expect.any(EventStoreUnavailable) as unknown },
    ]);
    await two.move(5);
    expect(await two.stored()).toEqual([10, 5]);
    expect(await two.balance()).toBe(15);
  });

  it('takes along what was handed over while it was in flight', async () => {
    await two.move(10);
    const held = two.store.holdCommit();
    two.store.stages.push(lostBeforeCommit);
    const first = two.move(-1);
    await held.reached;
    const [second, third] = [two.move(-2), two.move(-3)];
    held.release();
    expect(await statuses([first, second, third])).toEqual(['fulfilled', 'rejected', 'rejected']);
    expect(await two.stored()).toEqual([10, -1]);
    expect(await two.balance()).toBe(9);
  });

  it('though it stands, has happened once when its command is repeated', async () => {
    await two.move(10);
    const id = newId();
    two.store.stages.push(lostAfterCommit);
    await expect(two.move(-4, id)).rejects.toBeInstanceOf(EventStoreUnavailable);
    expect(await two.move(-4, id)).toEqual([]);
    expect(await two.stored()).toEqual([10, -4]);
  });

  it('though it stands, has happened once when its whole chain is decided again', async () => {
    await two.move(10);
    const steps = [
      { stream: STREAM, move: aMove(-4) },
      { stream: 'account-2', move: aMove(4) },
    ];
    two.store.stages.push(lostAfterCommit);
    await expect(carryOut(two.store, two.accounts, ...steps)).rejects.toBeInstanceOf(EventStoreUnavailable);
    expect(await carryOut(two.store, two.accounts, ...steps)).toEqual([]);
    expect([await two.stored(), await two.stored('account-2')]).toEqual([[10, -4], [4]]);
  });

  it('has a chain of which a beginning stands go on from there', async () => {
    two = new TwoProcesses('append');
    await two.move(10);
    const steps = [-4, 4].map((amount, index) => ({ stream: `account-${index + 1}`, move: aMove(amount) }));
    two.store.stages.push((commit) => commit(), lostBeforeCommit);
    await expect(carryOut(two.store, two.accounts, ...steps)).rejects.toBeInstanceOf(EventStoreUnavailable);
    expect([await two.stored(), await two.stored('account-2')]).toEqual([[10, -4], []]);
    expect(await carryOut(two.store, two.accounts, ...steps)).toHaveLength(1);
    expect([await two.stored(), await two.stored('account-2')]).toEqual([[10, -4], [4]]);
  });
});

describe('a store that cannot be read', () => {
  it('fails who waits for it, and nobody after', async () => {
    await two.moveByOther(5);
    const away = (): Promise<void> => Promise.reject(new EventStoreUnavailable('away'));
    two.store.beforeReads.push(away);
    const outcomes = await Promise.allSettled([two.balance(), two.move(-1)]);
    expect(outcomes).toMatchObject([
      { reason: expect.any(EventStoreUnavailable) as unknown },
      { reason: expect.any(EventStoreUnavailable) as unknown },
    ]);
    expect(await two.balance()).toBe(5);
    await two.move(-1);
    expect(await two.stored()).toEqual([5, -1]);
  });

  it('does not fail who comes while it is asked', async () => {
    const reading = two.store.holdRead();
    const first = two.move(1);
    await reading.reached;
    const late = two.move(2);
    reading.fail(new EventStoreUnavailable('away'));
    expect(await statuses([first, late])).toEqual(['rejected', 'fulfilled']);
    expect(await two.stored()).toEqual([2]);
  });
});
