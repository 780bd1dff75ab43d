import { DomainError, newId } from '@halyard/core';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { accountDecider } from '../../test/account.js';
import { type Accounts, carryOut, movedId, openAccounts } from '../../test/carry-out.js';
import { lostBeforeCommit } from '../../test/staged-event-store.js';
import { aMove, STREAM, TwoProcesses } from '../../test/two-processes.js';
import { watch } from '../../test/watch.js';
import { Chain } from '../chain.js';

let two: TwoProcesses;
beforeEach(() => {
  two = new TwoProcesses();
});

describe('a command', () => {
  it('is answered once it is decided, and its chain once that is committed', async () => {
    await two.move(1);
    const held = two.store.holdCommit();
    const chain = new Chain(two.store);
    const id = newId();
    expect(await two.execute(chain, 5, { id })).toEqual([{ type: 'Moved', data: { id, amount: 5 } }]);
    const committed = watch(chain.committed());
    await held.reached;
    expect(await committed.isSettled()).toBe(false);
    expect(await two.stored()).toEqual([1]);
    held.release();
    expect(await committed.settled()).toBe('fulfilled');
    expect(await two.stored()).toEqual([1, 5]);
  });

  it('names its events, and puts its metadata beside them', async () => {
    const id = newId();
    const chain = new Chain(two.store);
    const metadata = { operationId: newId() };
    await two.accounts.execute(STREAM, aMove(1, id), { chain, metadata, eventId: movedId });
    await chain.committed();
    expect(await two.store.all(STREAM)).toMatchObject([{ id, metadata }]);
  });

  it('that was honoured before makes no event', async () => {
    const id = newId();
    await two.move(3, id);
    await two.move(1);
    expect(await two.move(3, id)).toEqual([]);
    expect(await two.stored()).toEqual([3, 1]);
  });

  it('that was honoured by another process makes no event', async () => {
    const id = newId();
    await two.move(3);
    await two.moveByOther(1);
    await two.moveByOther(2, id);
    expect(await two.move(2, id)).toEqual([]);
    expect(await two.stored()).toEqual([3, 1, 2]);
  });

  it('that is honoured by an append in flight is answered after that append', async () => {
    const id = newId();
    await two.move(1);
    const held = two.store.holdCommit();
    const first = two.move(3, id);
    await held.reached;
    const second = watch(two.execute(new Chain(two.store), 3, { id }));
    expect(await second.isSettled()).toBe(false);
    held.release();
    expect(await first).toHaveLength(1);
    expect(await second.settled()).toBe('fulfilled');
    expect(await two.stored()).toEqual([1, 3]);
  });

  it('that has nothing to do is committed with the appends that it was decided on', async () => {
    const id = newId();
    await two.moveByOther(3, id);
    const held = two.store.holdCommit();
    const [one, other] = [new Chain(two.store), new Chain(two.store)];
    const decided = await Promise.all([two.execute(one, 5), two.execute(other, 3, { id })]);
    expect(decided.map((events) => events.length)).toEqual([1, 0]);
    const committed = watch(other.committed());
    await held.reached;
    expect(await committed.isSettled()).toBe(false);
    held.release();
    expect(await committed.settled()).toBe('fulfilled');
  });

  it('that has nothing to do falls with the appends that it was decided on', async () => {
    const id = newId();
    await two.moveByOther(3, id);
    two.store.stages.push(lostBeforeCommit);
    const [one, other] = [new Chain(two.store), new Chain(two.store)];
    await Promise.all([two.execute(one, 5), two.execute(other, 3, { id })]);
    expect(await watch(other.committed()).settled()).toBe('rejected');
  });
});

describe('a broken maker', () => {
  const broken = (): Accounts =>
    openAccounts(two.store, {
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
    const attempt = (amount: number) => carryOut(two.store, streams, { stream: STREAM, move: aMove(amount) });
    if (loaded === 'loaded') await attempt(5);
    const outcomes = await Promise.allSettled([1, 13, 2].map(attempt));
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect((await two.stored()).slice(-2)).toEqual([1, 2]);
    await expect(attempt(13)).rejects.toThrow('bug');
    await streams.close();
    await attempt(3);
    expect((await two.stored()).slice(-3)).toEqual([1, 2, 3]);
  });

  it.each(['loaded', 'not loaded'])('of names fails its command alone, on a stream that is %s', async (loaded) => {
    if (loaded === 'loaded') await two.move(5);
    const nameless = {
      chain: new Chain(two.store),
      eventId: () => {
        throw new TypeError('bug');
      },
    };
    const failing = two.accounts.execute(STREAM, aMove(1), nameless);
    const beside = two.move(2);
    await expect(failing).rejects.toThrow('bug');
    await beside;
    await two.accounts.close();
    await two.move(3);
    expect((await two.stored()).slice(-2)).toEqual([2, 3]);
  });
});

describe('chains that gather', () => {
  it('share a commit, each decided on what the earlier ones will leave', async () => {
    const outcomes = await Promise.allSettled([10, -4, -5, -2, -1].map((amount) => two.move(amount)));
    expect(outcomes.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
    expect(two.store.submissions).toHaveLength(4);
    expect(two.store.commits).toBe(1);
    expect(await two.stored()).toEqual([10, -4, -5, -1]);
  });

  it('while a commit is in flight share the next one', async () => {
    await two.move(1);
    const held = two.store.holdCommit();
    const first = two.move(1);
    await held.reached;
    const commits = two.store.commits;
    const gathered = [2, 3, 4].map((amount) => two.move(amount));
    held.release();
    await Promise.all([first, ...gathered]);
    expect(two.store.commits).toBe(commits + 1);
    expect(await two.stored()).toEqual([1, 1, 2, 3, 4]);
  });

  it('share it over several streams', async () => {
    const streams = ['account-1', 'account-2', 'account-3'];
    await Promise.all(streams.map((stream) => carryOut(two.store, two.accounts, { stream, move: aMove(10) })));
    const commits = two.store.commits;
    const chains = Array.from({ length: 5 }, () => new Chain(two.store));
    for (const chain of chains) for (const stream of streams) await two.execute(chain, -1, { stream });
    await Promise.all(chains.map((chain) => chain.committed()));
    expect(two.store.commits).toBe(commits + 1);
    for (const stream of streams) expect(await two.stored(stream)).toEqual([10, -1, -1, -1, -1, -1]);
  });

  it('may take a stream twice', async () => {
    await two.move(2);
    const chain = new Chain(two.store);
    await two.execute(chain, -2);
    await two.execute(chain, 1);
    await expect(two.execute(chain, -2)).rejects.toBeInstanceOf(DomainError);
    await chain.committed();
    expect(await two.stored()).toEqual([2, -2, 1]);
  });

  it('are decided in the order of their rank where several wait', async () => {
    await two.moveByOther(10);
    const chains = [new Chain(two.store), new Chain(two.store), new Chain(two.store)];
    await Promise.all([2, 0, 1].map((index) => chains[index] && two.execute(chains[index], -1 - index)));
    await Promise.all(chains.map((chain) => chain.committed()));
    expect(await two.stored()).toEqual([10, -1, -2, -3]);
  });

  it('are decided in the order of their rank also where one comes while the store is read', async () => {
    await two.moveByOther(10);
    const [earlier, later] = [new Chain(two.store), new Chain(two.store)];
    const reading = two.store.holdRead();
    const deciding = two.execute(later, -2);
    await reading.reached;
    const late = two.execute(earlier, -1);
    reading.release();
    await Promise.all([deciding, late]);
    await Promise.all([earlier.committed(), later.committed()]);
    expect(await two.stored()).toEqual([10, -1, -2]);
    expect(two.store.reads).toBe(1);
  });
});
