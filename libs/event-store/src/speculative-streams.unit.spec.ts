import { DomainError, newId } from '@halyard/core';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { accountDecider, type Move, type Moved, toMoved } from '../test/account.js';
import { type Accounts, carryOut, movedId, openAccounts } from '../test/carry-out.js';
import { lostBeforeCommit, StagedEventStore } from '../test/staged-event-store.js';
import { watch } from '../test/watch.js';
import { Chain } from './chain.js';

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

/** Decides and commits. */
const move = (amount: number, id = newId()) => carryOut(store, accounts, { stream: STREAM, move: aMove(amount, id) });
const moveByOther = (amount: number, id = newId()) =>
  carryOut(otherStore, others, { stream: STREAM, move: aMove(amount, id) });

/** Decides only. */
const execute = (chain: Chain, amount: number, { id = newId(), stream = STREAM } = {}): Promise<readonly Moved[]> =>
  accounts.execute(stream, aMove(amount, id), { chain, eventId: movedId });

const stored = async (stream = STREAM): Promise<number[]> =>
  (await store.all(stream)).map((event) => toMoved(event).data.amount);

describe('a command', () => {
  it('is answered once it is decided, and its chain once that is committed', async () => {
    await move(1);
    const held = store.holdCommit();
    const chain = new Chain(store);
    const id = newId();
    expect(await execute(chain, 5, { id })).toEqual([{ type: 'Moved', data: { id, amount: 5 } }]);
    const committed = watch(chain.committed());
    await held.reached;
    expect(await committed.isSettled()).toBe(false);
    expect(await stored()).toEqual([1]);
    held.release();
    expect(await committed.settled()).toBe('fulfilled');
    expect(await stored()).toEqual([1, 5]);
  });

  it('names its events, and puts its metadata beside them', async () => {
    const id = newId();
    const chain = new Chain(store);
    const metadata = { operationId: newId() };
    await accounts.execute(STREAM, aMove(1, id), { chain, metadata, eventId: movedId });
    await chain.committed();
    expect(await store.all(STREAM)).toMatchObject([{ id, metadata }]);
  });

  it('that was honoured before makes no event', async () => {
    const id = newId();
    await move(3, id);
    await move(1);
    expect(await move(3, id)).toEqual([]);
    expect(await stored()).toEqual([3, 1]);
  });

  it('that was honoured by another process makes no event', async () => {
    const id = newId();
    await move(3);
    await moveByOther(1);
    await moveByOther(2, id);
    expect(await move(2, id)).toEqual([]);
    expect(await stored()).toEqual([3, 1, 2]);
  });

  it('that is honoured by an append in flight is answered after that append', async () => {
    const id = newId();
    await move(1);
    const held = store.holdCommit();
    const first = move(3, id);
    await held.reached;
    const second = watch(execute(new Chain(store), 3, { id }));
    expect(await second.isSettled()).toBe(false);
    held.release();
    expect(await first).toHaveLength(1);
    expect(await second.settled()).toBe('fulfilled');
    expect(await stored()).toEqual([1, 3]);
  });

  it('that has nothing to do is committed with the appends that it was decided on', async () => {
    const id = newId();
    await moveByOther(3, id);
    const held = store.holdCommit();
    const [one, other] = [new Chain(store), new Chain(store)];
    const decided = await Promise.all([execute(one, 5), execute(other, 3, { id })]);
    expect(decided.map((events) => events.length)).toEqual([1, 0]);
    const committed = watch(other.committed());
    await held.reached;
    expect(await committed.isSettled()).toBe(false);
    held.release();
    expect(await committed.settled()).toBe('fulfilled');
  });

  it('that has nothing to do falls with the appends that it was decided on', async () => {
    const id = newId();
    await moveByOther(3, id);
    store.stages.push(lostBeforeCommit);
    const [one, other] = [new Chain(store), new Chain(store)];
    await Promise.all([execute(one, 5), execute(other, 3, { id })]);
    expect(await watch(other.committed()).settled()).toBe('rejected');
  });
});

describe('a broken maker', () => {
  const broken = (): Accounts =>
    openAccounts(store, {
      decider: {
        ...accountDecider,
        decide: (command, state) => {
          if (command.amount === 13) throw new TypeError('bug');
          return accountDecider.decide(command, state);
        },
      },
    });

  it.each(['loaded', 'not loaded'])('of events fails its command alone, on a stream that is %s', async (loaded) => {
    const streams = broken();
    const attempt = (amount: number) => carryOut(store, streams, { stream: STREAM, move: aMove(amount) });
    if (loaded === 'loaded') await attempt(5);
    const outcomes = await Promise.allSettled([1, 13, 2].map(attempt));
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect((await stored()).slice(-2)).toEqual([1, 2]);
    await expect(attempt(13)).rejects.toThrow('bug');
    await streams.close();
    await attempt(3);
    expect((await stored()).slice(-3)).toEqual([1, 2, 3]);
  });

  it.each(['loaded', 'not loaded'])('of names fails its command alone, on a stream that is %s', async (loaded) => {
    if (loaded === 'loaded') await move(5);
    const nameless = {
      chain: new Chain(store),
      eventId: () => {
        throw new TypeError('bug');
      },
    };
    const failing = accounts.execute(STREAM, aMove(1), nameless);
    const beside = move(2);
    await expect(failing).rejects.toThrow('bug');
    await beside;
    await accounts.close();
    await move(3);
    expect((await stored()).slice(-2)).toEqual([2, 3]);
  });
});

describe('chains that gather', () => {
  it('share a commit, each decided on what the earlier ones will leave', async () => {
    const outcomes = await Promise.allSettled([10, -4, -5, -2, -1].map((amount) => move(amount)));
    expect(outcomes.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
    expect(store.submissions).toHaveLength(4);
    expect(store.commits).toBe(1);
    expect(await stored()).toEqual([10, -4, -5, -1]);
  });

  it('while a commit is in flight share the next one', async () => {
    await move(1);
    const held = store.holdCommit();
    const first = move(1);
    await held.reached;
    const commits = store.commits;
    const gathered = [2, 3, 4].map((amount) => move(amount));
    held.release();
    await Promise.all([first, ...gathered]);
    expect(store.commits).toBe(commits + 1);
    expect(await stored()).toEqual([1, 1, 2, 3, 4]);
  });

  it('share it over several streams', async () => {
    const streams = ['account-1', 'account-2', 'account-3'];
    await Promise.all(streams.map((stream) => carryOut(store, accounts, { stream, move: aMove(10) })));
    const commits = store.commits;
    const chains = Array.from({ length: 5 }, () => new Chain(store));
    for (const chain of chains) for (const stream of streams) await execute(chain, -1, { stream });
    await Promise.all(chains.map((chain) => chain.committed()));
    expect(store.commits).toBe(commits + 1);
    for (const stream of streams) expect(await stored(stream)).toEqual([10, -1, -1, -1, -1, -1]);
  });

  it('may take a stream twice', async () => {
    await move(2);
    const chain = new Chain(store);
    await execute(chain, -2);
    await execute(chain, 1);
    await expect(execute(chain, -2)).rejects.toBeInstanceOf(DomainError);
    await chain.committed();
    expect(await stored()).toEqual([2, -2, 1]);
  });

  it('are decided in the order of their rank where several wait', async () => {
    await moveByOther(10);
    const chains = [new Chain(store), new Chain(store), new Chain(store)];
    await Promise.all([2, 0, 1].map((index) => chains[index] && execute(chains[index], -1 - index)));
    await Promise.all(chains.map((chain) => chain.committed()));
    expect(await stored()).toEqual([10, -1, -2, -3]);
  });

  it('are decided in the order of their rank also where one comes while the store is read', async () => {
    await moveByOther(10);
    const [earlier, later] = [new Chain(store), new Chain(store)];
    const reading = store.holdRead();
    const deciding = execute(later, -2);
    await reading.reached;
    const late = execute(earlier, -1);
    reading.release();
    await Promise.all([deciding, late]);
    await Promise.all([earlier.committed(), later.committed()]);
    expect(await stored()).toEqual([10, -1, -2]);
    expect(store.reads).toBe(1);
  });
});
