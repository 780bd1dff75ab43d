import { describe, expect, it } from '@jest/globals';
import { Batcher } from './batcher.js';

describe('Batcher', () => {
  it('does in one go what is asked within one turn', async () => {
    const batches: number[][] = [];
    const batcher = new Batcher((items: readonly number[]) => {
      batches.push([...items]);
      return Promise.resolve(items.map((item) => item * 2));
    }, 10);
    expect(await Promise.all([1, 2, 3].map((item) => batcher.add(item)))).toEqual([2, 4, 6]);
    expect(batches).toEqual([[1, 2, 3]]);
  });

  it('never has two batches at work, nor one larger than allowed', async () => {
    let running = 0;
    const seen: { running: number; size: number }[] = [];
    const batcher = new Batcher(async (items: readonly number[]) => {
      running += 1;
      seen.push({ running, size: items.length });
      await new Promise(setImmediate);
      running -= 1;
      return items;
    }, 4);
    const asked = Array.from({ length: 10 }, (_, index) => index);
    expect(await Promise.all(asked.map((item) => batcher.add(item)))).toEqual(asked);
    expect(seen).toEqual([4, 4, 2].map((size) => ({ running: 1, size })));
  });

  it('begins the work for an item after it was asked for', async () => {
    const begun: string[][] = [];
    const works: (() => void)[] = [];
    let sawWork = (): void => undefined;
    const nextWork = (): Promise<void> => new Promise((resolve) => (sawWork = resolve));
    const batcher = new Batcher((items: readonly string[]) => {
      begun.push([...items]);
      sawWork();
      return new Promise<readonly string[]>((resolve) => works.push(() => resolve(items)));
    }, 10);

    const firstWork = nextWork();
    const first = batcher.add('first');
    await firstWork;
    const second = batcher.add('second');
    expect(begun).toEqual([['first']]);
    const secondWork = nextWork();
    works[0]?.();
    await secondWork;
    works[1]?.();
    expect(await Promise.all([first, second])).toEqual(['first', 'second']);
    expect(begun).toEqual([['first'], ['second']]);
  });

  it('rejects every item of a batch that fails, and goes on', async () => {
    let isBroken = true;
    const batcher = new Batcher(
      (items: readonly number[]) => (isBroken ? Promise.reject(new Error('away')) : Promise.resolve(items)),
      10,
    );
    const outcomes = await Promise.allSettled([batcher.add(1), batcher.add(2)]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    isBroken = false;
    expect(await batcher.add(3)).toBe(3);
  });

  it('rejects a batch that leaves an item without an outcome', async () => {
    const batcher = new Batcher((items: readonly number[]) => Promise.resolve(items.slice(1)), 10);
    await expect(Promise.all([batcher.add(1), batcher.add(2)])).rejects.toThrow('without outcome');
  });
});
