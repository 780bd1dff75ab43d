import { newId } from '@halyard/core';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { accountCodec, accountDecider, type Move } from '../../test/account.js';
import { type Accounts, carryOut, movedId, openAccounts } from '../../test/carry-out.js';
import { lostAfterCommit, lostBeforeCommit, StagedEventStore } from '../../test/staged-event-store.js';
import { watch } from '../../test/watch.js';
import { Chain } from '../chain.js';
import { EventStoreUnavailable } from '../event-store.js';
import { InMemorySnapshots } from '../in-memory-snapshots.js';

const STREAM = 'account-1';

let store: StagedEventStore;
let accounts: Accounts;
beforeEach(() => {
  store = new StagedEventStore();
  accounts = openAccounts(store);
});

const aMove = (amount: number): Move => ({ id: newId(), amount });
const move = (amount: number, { by = accounts, stream = STREAM, through = store } = {}) =>
  carryOut(through, by, { stream, move: aMove(amount) });
const moveByOther = (amount: number, stream = STREAM) => {
  const through = store.beside();
  return move(amount, { by: openAccounts(through), stream, through });
};
const balance = (by = accounts): Promise<number> => by.read(STREAM, (account) => account.balance);

describe('a read', () => {
  it('shows what another process has written', async () => {
    await move(1);
    await moveByOther(2);
    expect(await balance()).toBe(3);
  });

  it('shows what is in flight once that is committed', async () => {
    await move(1);
    const held = store.holdCommit();
    const moving = move(5);
    await held.reached;
    const shown = balance();
    expect(await watch(shown).isSettled()).toBe(false);
    held.release();
    expect(await shown).toBe(6);
    await moving;
  });

  it('shows nothing of what is lost', async () => {
    await move(1);
    const held = store.holdCommit();
    const moving = watch(move(5));
    await held.reached;
    const shown = balance();
    held.fail(new EventStoreUnavailable('away'));
    expect(await shown).toBe(1);
    expect(await moving.settled()).toBe('rejected');
  });

  it('shows nothing of what is decided beside it', async () => {
    await moveByOther(1);
    const held = store.holdCommit();
    const [moving, shown] = [move(5), balance()];
    await held.reached;
    expect(await shown).toBe(1);
    held.release();
    await moving;
  });

  it('shows what was committed when it came, also while the store is read for another one', async () => {
    const reading = store.holdRead();
    const first = balance();
    await reading.reached;
    await moveByOther(2);
    const { reads } = store;
    const late = balance();
    reading.release();
    expect([await first, await late]).toEqual([2, 2]);
    expect(store.reads).toBe(reads + 1);
  });

  it('of a stream that is not there shows its initial state', async () => {
    expect(await accounts.read('account-none', (state, revision) => [state.balance, revision])).toEqual([
      0,
      'no-stream',
    ]);
  });

  it('that fails while it folds leaves no half of an event in memory', async () => {
    let failures = 0;
    const failing = openAccounts(store, {
      decider: {
        ...accountDecider,
        evolve: (account, event) => {
          const evolved = accountDecider.evolve(account, event);
          if (event.data.amount === 13 && (failures += 1) === 1) throw new TypeError('bug');
          return evolved;
        },
      },
    });
    await move(1, { by: failing });
    await moveByOther(13);
    await expect(balance(failing)).rejects.toThrow('bug');
    expect(await balance(failing)).toBe(14);
  });

  it('whose answer cannot be taken from the state fails alone', async () => {
    await move(3);
    const failing = accounts.read(STREAM, () => {
      throw new TypeError('bug');
    });
    const beside = balance();
    await expect(failing).rejects.toThrow('bug');
    expect(await beside).toBe(3);
  });
});

describe('a snapshot', () => {
  let snapshots: InMemorySnapshots;
  let withSnapshots: Accounts;
  beforeEach(() => {
    snapshots = new InMemorySnapshots();
    const onFailure = (error: unknown): void => {
      throw error;
    };
    withSnapshots = openAccounts(store, {
      snapshots: { snapshots, codec: accountCodec, everyEvents: 3, onFailure },
    });
  });

  /** Decides deposits of 1, each in a chain of its own. */
  async function decide(count: number): Promise<Chain[]> {
    const chains = Array.from({ length: count }, () => new Chain(store));
    for (const chain of chains) await withSnapshots.execute(STREAM, aMove(1), { chain, eventId: movedId });
    return chains;
  }

  it('holds the state at its revision, whatever was folded before it could be saved', async () => {
    await moveByOther(7, 'account-2');
    const held = store.holdCommit();
    const chains = await decide(5);
    await held.reached;
    held.release();
    await Promise.all(chains.map((chain) => chain.committed()));
    await withSnapshots.close();
    const saved = await snapshots.load(STREAM);
    expect(saved).toMatchObject({ codecVersion: 1, revision: 2, position: 4n, state: { balance: 3 } });
    expect(await balance(openAccounts(store))).toBe(5);
  });

  it('is saved only once its last event is committed', async () => {
    const held = store.holdCommit();
    const [chain] = (await decide(3)).slice(-1);
    await held.reached;
    await watch(Promise.resolve()).isSettled();
    expect(await snapshots.load(STREAM)).toBeUndefined();
    held.release();
    await chain?.committed();
    await withSnapshots.close();
    expect(await snapshots.load(STREAM)).toMatchObject({ revision: 2, state: { balance: 3 } });
  });

  it('of an append that failed is never saved, and taken again when it is due again', async () => {
    store.stages.push(lostBeforeCommit);
    await decide(3);
    await withSnapshots.close();
    expect(await snapshots.load(STREAM)).toBeUndefined();
    await decide(2);
    await withSnapshots.close();
    expect(await snapshots.load(STREAM)).toBeUndefined();
    await decide(1);
    await withSnapshots.close();
    expect(await snapshots.load(STREAM)).toMatchObject({ revision: 2, position: 3n, state: { balance: 3 } });
  });

  it('of an append that failed though it stands is taken when the stream is loaded', async () => {
    store.stages.push(lostAfterCommit);
    await decide(3);
    await withSnapshots.close();
    expect(await snapshots.load(STREAM)).toBeUndefined();
    expect(await balance(withSnapshots)).toBe(3);
    await withSnapshots.close();
    expect(await snapshots.load(STREAM)).toMatchObject({ revision: 2, position: 3n, state: { balance: 3 } });
  });

  it('is not waited for, but by closing', async () => {
    const { promise: saved, resolve: save } = Promise.withResolvers<void>();
    snapshots.save = () => saved;
    const chains = await decide(3);
    await Promise.all(chains.map((chain) => chain.committed()));
    const closed = watch(withSnapshots.close());
    expect(await closed.isSettled()).toBe(false);
    save();
    expect(await closed.settled()).toBe('fulfilled');
  });
});

describe('idle streams', () => {
  it('are kept if they were used last, and the others are loaded again', async () => {
    const small = openAccounts(store, { idleStreamsMax: 2 });
    const use = (stream: string) => move(1, { by: small, stream });
    for (const stream of ['account-1', 'account-2', 'account-1', 'account-3']) await use(stream);
    const { reads } = store;
    await use('account-1');
    await use('account-3');
    expect(store.reads).toBe(reads);
    await use('account-2');
    expect(store.reads).toBe(reads + 1);
    expect(await small.read('account-2', (account) => account.balance)).toBe(2);
  });

  it('have kept nothing of what was lost', async () => {
    await move(10);
    store.stages.push(lostBeforeCommit);
    await expect(move(-4)).rejects.toBeInstanceOf(EventStoreUnavailable);
    await accounts.close();
    const { reads } = store;
    await move(-10);
    expect(store.reads).toBe(reads + 1);
  });

  it.each([
    ['a command', () => move(1)],
    ['a refusal', () => move(-1)],
    ['a read', () => balance()],
    ['a chain over several streams', () => Promise.all([move(1), move(1, { stream: 'account-2' })])],
    [
      'a command that the store took no notice of',
      () => {
        store.stages.push(lostBeforeCommit);
        return move(1);
      },
    ],
    [
      'a store that could not be read',
      () => {
        store.beforeReads.push(() => Promise.reject(new EventStoreUnavailable('away')));
        return balance();
      },
    ],
  ])('are all that is left after %s', async (_, happen) => {
    await Promise.allSettled([happen()]);
    expect(await watch(accounts.close()).isSettled()).toBe(true);
  });

  it('are no streams for which the store is being read', async () => {
    await move(1);
    const [held, reading] = [store.holdCommit(), store.holdRead()];
    const moving = move(1);
    await held.reached;
    const shown = balance();
    held.release();
    await Promise.all([moving, reading.reached]);
    const closed = watch(accounts.close());
    expect(await closed.isSettled()).toBe(false);
    reading.release();
    expect(await shown).toBe(2);
    expect(await closed.settled()).toBe('fulfilled');
  });

  it('are waited for anew by closing where they were taken up meanwhile', async () => {
    await move(1);
    const [reading, held] = [store.holdRead(), store.holdCommit()];
    const shown = balance();
    await reading.reached;
    const closed = watch(accounts.close());
    const moving = move(1, { stream: 'account-2' });
    await held.reached;
    reading.release();
    expect(await shown).toBe(1);
    expect(await closed.isSettled()).toBe(false);
    held.release();
    await moving;
    expect(await closed.settled()).toBe('fulfilled');
  });

  it('are all that is left once closing resolves, which waits for what is in flight', async () => {
    const held = store.holdCommit();
    const moving = move(1);
    await held.reached;
    const waiting = [balance(), move(-2).catch(() => 'refused')];
    const closed = watch(accounts.close());
    expect(await closed.isSettled()).toBe(false);
    held.release();
    expect(await closed.settled()).toBe('fulfilled');
    expect(await Promise.all([moving, ...waiting])).toMatchObject([[{ type: 'Moved' }], 1, 'refused']);
  });
});
