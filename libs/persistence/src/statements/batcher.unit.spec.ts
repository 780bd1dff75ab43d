import { describe, expect, it } from '@jest/globals';
import { Batcher } from './batcher.js';

describe.each([true, false])('Batcher (gathers: %s)', (gathers) => {
  const options = { sizeMax: 10, gathers };

  it('does in one go what is asked within one turn', async () => {
    const batches: number[][] = [];
    const batcher = new Batcher((items: readonly number[]) => {
      batches.push([...items]);
      return Promise.resolve(items.map((item) => item * 2));
    }, options);
    expect(await Promise.all([1, 2, 3].map((item) => batcher.add(item)))).toEqual([2, 4, 6]);
    expect(batches).toEqual([[1, 2, 3]]);
  });

  it('never has two batches at work, nor one larger than allowed', async () => {
    let running = 0;
    const seen: { running: number; size: number }[] = [];
    const batcher = new Batcher(
      async (items: readonly number[]) => {
        running += 1;
        seen.push({ running, size: items.length });
        await new Promise(setImmediate);
        running -= 1;
        return items;
      },
      { ...options, sizeMax: 4 },
    );
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
    }, options);

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

  it('tells a large batch in several turns, in its order', async () => {
    const batcher = new Batcher((items: readonly number[]) => Promise.resolve(items), { gathers, sizeMax: 70 });
    const told: number[] = [];
    const asked = Array.from({ length: 70 }, (_, index) => batcher.add(index).then((item) => told.push(item)));
    const turns = new Set<number>();
    while (told.length < 70) {
      await new Promise(setImmediate);
      turns.add(told.length);
    }
    await Promise.all(asked);
    expect([...turns].filter((count) => count > 0)).toEqual([32, 64, 70]);
    expect(told).toEqual(told.toSorted((left, right) => left - right));
  });

  it('rejects every item of a batch that fails, and goes on', async () => {
    let isBroken = true;
    const batcher = new Batcher(
      (items: readonly number[]) => (isBroken ? Promise.reject(new Error('away')) : Promise.resolve(items)),
      options,
    );
    const outcomes = await Promise.allSettled([batcher.add(1), batcher.add(2)]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    isBroken = false;
    expect(await batcher.add(3)).toBe(3);
  });

  it('rejects a batch that leaves an item without an outcome', async () => {
    const batcher = new Batcher((items: readonly number[]) => Promise.resolve(items.slice(1)), options);
    await expect(Promise.all([batcher.add(1), batcher.add(2)])).rejects.toThrow('without outcome');
  });
});

describe('a Batcher that gathers', () => {
  it('takes those into the next batch who were just answered and ask for more in the same turn', async () => {
    const sizes: number[] = [];
    const batcher = new Batcher(
      (items: readonly number[]) => {
        sizes.push(items.length);
        return Promise.resolve(items);
      },
      { sizeMax: 2, gathers: true },
    );
    const twice = async (item: number) => {
      await batcher.add(item);
      for (let step = 0; step < 10; step += 1) await Promise.resolve();
      await batcher.add(item);
    };
    await Promise.all([1, 2, 3].map(twice));
    expect(sizes).toEqual([2, 2, 2]);
  });
});
