import { newId } from '@halyard/core';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { type Move, type Moved, toMoved } from '../test/account.js';
import { type Accounts, carryOut, movedId, openAccounts } from '../test/carry-out.js';
import { type Stage, StagedEventStore } from '../test/staged-event-store.js';
import { watch } from '../test/watch.js';
import { Chain } from './chain.js';
import { PredecessorLost, WrongExpectedRevision } from './event-store.js';

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

/** Decides only. */
const execute = (chain: Chain, amount: number, stream = STREAM): Promise<readonly Moved[]> =>
  accounts.execute(stream, aMove(amount), { chain, eventId: movedId });

const stored = async (stream = STREAM): Promise<number[]> =>
  (await store.all(stream)).map((event) => toMoved(event).data.amount);

/** Another process commits before this one does. */
const preceded: Stage = async (commit) => {
  await carryOut(otherStore, others, { stream: STREAM, move: aMove(100) });
  return commit();
};

describe('a chain that has fallen', () => {
  let fallen: Chain;
  beforeEach(async () => {
    await carryOut(store, accounts, { stream: STREAM, move: aMove(10) });
    store.stages.push(preceded);
    fallen = new Chain(store);
    await execute(fallen, 1);
    await watch(fallen.committed()).settled();
  });

  it('appends nothing more, and takes nobody down', async () => {
    const later = new Chain(store);
    const going = watch(execute(fallen, 2));
    await execute(later, 3);
    await later.committed();
    expect(await going.settled()).toBe('rejected');
    expect(await stored()).toEqual([10, 100, 3]);
  });

  it('is told why at once where the stream is in memory, which is idle then', async () => {
    await carryOut(store, accounts, { stream: 'account-2', move: aMove(5) });
    const { reads } = store;
    await expect(execute(fallen, 2, 'account-2')).rejects.toBeInstanceOf(WrongExpectedRevision);
    expect(await watch(accounts.close()).isSettled()).toBe(true);
    expect(store.reads).toBe(reads);
  });

  it('is refused nothing', async () => {
    await expect(execute(fallen, -1000)).rejects.toBeInstanceOf(WrongExpectedRevision);
  });
});

describe('a chain that is about to fall', () => {
  it('takes along what is decided on it before that is heard, though a revision fits', async () => {
    const second = 'account-2';
    await carryOut(store, accounts, { stream: STREAM, move: aMove(10) });
    const [before, held] = [store.holdCommit(), store.holdCommit()];
    const [earlier, chain, hasty] = [new Chain(store), new Chain(store), new Chain(store)];
    await execute(earlier, 10, second);
    await before.reached;
    await execute(chain, 1);
    await execute(chain, 5, second);
    before.release();
    await held.reached;
    await carryOut(otherStore, others, { stream: STREAM, move: aMove(1) });
    await carryOut(otherStore, others, { stream: second, move: aMove(-10) });
    const decided = store.submissions.at(-2)?.committed.catch(() => execute(hasty, -15, second));
    held.release();
    await decided;
    await expect(hasty.committed()).rejects.toBeInstanceOf(PredecessorLost);
    expect(await stored(second)).toEqual([10, -10]);
  });
});

it('two chains of one operation that fall together both come to an end', async () => {
  const steps = [STREAM, STREAM, STREAM, 'account-2'].map((stream) => ({ stream, move: aMove(1) }));
  store.stages.push(preceded);
  const reading = store.holdRead();
  const one = carryOut(store, accounts, ...steps);
  await reading.reached;
  const other = carryOut(store, accounts, ...steps);
  reading.release();
  await Promise.all([one, other]);
  expect([await stored(), await stored('account-2')]).toEqual([[100, 1, 1, 1], [1]]);
});
