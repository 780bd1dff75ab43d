import { beforeEach, describe, expect, it } from '@jest/globals';
import { DomainError } from '@halyard/core';
import { carryOut } from '../../test/carry-out.js';
import { aMove, STREAM, TwoProcesses } from '../../test/two-processes.js';
import { watch } from '../../test/watch.js';
import { Chain } from '../chain.js';
import { WrongExpectedRevision } from '../event-store.js';

let two: TwoProcesses;
beforeEach(() => {
  two = new TwoProcesses();
});

describe('a chain that has fallen', () => {
  let fallen: Chain;
  beforeEach(async () => {
    await two.move(10);
    two.store.stages.push(two.preceded(100));
    fallen = new Chain(two.store);
    await two.execute(fallen, 1);
    await watch(fallen.committed()).settled();
  });

  it('appends nothing more, and takes nobody down', async () => {
    const later = new Chain(two.store);
    const going = watch(two.execute(fallen, 2));
    await two.execute(later, 3);
    await later.committed();
    expect(await going.settled()).toBe('rejected');
    expect(await two.stored()).toEqual([10, 100, 3]);
  });

  it('is told why at once where the stream is in memory, which is idle then', async () => {
    await carryOut(two.store, two.accounts, { stream: 'account-2', move: aMove(5) });
    const { reads } = two.store;
    await expect(two.execute(fallen, 2, { stream: 'account-2' })).rejects.toBeInstanceOf(WrongExpectedRevision);
    expect(await watch(two.accounts.close()).isSettled()).toBe(true);
    expect(two.store.reads).toBe(reads);
  });

  it('is refused nothing', async () => {
    await expect(two.execute(fallen, -1000)).rejects.toBeInstanceOf(WrongExpectedRevision);
  });
});

describe('a chain that falls', () => {
  it('is heard of by its streams before anybody else, who then decides on what is stored', async () => {
    const second = 'account-2';
    await two.move(10);
    const [before, held] = [two.store.holdCommit(), two.store.holdCommit()];
    const [earlier, chain, hasty] = [new Chain(two.store), new Chain(two.store), new Chain(two.store)];
    await two.execute(earlier, 10, { stream: second });
    await before.reached;
    await two.execute(chain, 1);
    await two.execute(chain, 5, { stream: second });
    before.release();
    await held.reached;
    await two.moveByOther(1);
    await carryOut(two.otherStore, two.others, { stream: second, move: aMove(-10) });
    const decided = two.store.submissions.at(-2)?.committed.catch(() => two.execute(hasty, -15, { stream: second }));
    held.release();
    await expect(decided).rejects.toBeInstanceOf(DomainError);
    expect(await two.stored(second)).toEqual([10, -10]);
  });
});

it('two chains of one operation that fall together both come to an end', async () => {
  const steps = [STREAM, STREAM, STREAM, 'account-2'].map((stream) => ({ stream, move: aMove(1) }));
  two.store.stages.push(two.preceded(100));
  const reading = two.store.holdRead();
  const one = carryOut(two.store, two.accounts, ...steps);
  await reading.reached;
  const other = carryOut(two.store, two.accounts, ...steps);
  reading.release();
  await Promise.all([one, other]);
  expect([await two.stored(), await two.stored('account-2')]).toEqual([[100, 1, 1, 1], [1]]);
});
