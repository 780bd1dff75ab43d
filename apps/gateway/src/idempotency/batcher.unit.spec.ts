import { describe, expect, it } from '@jest/globals';
import { Batcher } from './batcher.js';

describe('Batcher', () => {
  it('does in one go what is asked within one turn', async () => {
    const batches: number[][] = [];
    const batcher = new Batcher<number, number>(
      (items) => {
        batches.push([...items]);
        return Promise.resolve(items.map((item) => item * 2));
      },
      { sizeMax: 10, concurrency: 1 },
    );
    expect(await Promise.all([1, 2, 3].map((item) => batcher.add(item)))).toEqual([2, 4, 6]);
    expect(batches).toEqual([[1, 2, 3]]);
  });

  it('never has more batches at work than allowed, nor larger ones', async () => {
    let running = 0;
    let most = 0;
    let largest = 0;
    const batcher = new Batcher<number, number>(
      async (items) => {
        running += 1;
        most = Math.max(most, running);
        largest = Math.max(largest, items.length);
        await new Promise(setImmediate);
        running -= 1;
        return items;
      },
      { sizeMax: 4, concurrency: 2 },
    );
    const asked = Array.from({ length: 50 }, (_, index) => index);
    expect(await Promise.all(asked.map((item) => batcher.add(item)))).toEqual(asked);
    expect([most, largest]).toEqual([2, 4]);
  });

  it('rejects every item of a batch that fails, and goes on', async () => {
    let isBroken = true;
    const batcher = new Batcher<number, number>(
      (items) => (isBroken ? Promise.reject(new Error('away')) : Promise.resolve(items)),
      { sizeMax: 10, concurrency: 1 },
    );
    const outcomes = await Promise.allSettled([batcher.add(1), batcher.add(2)]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    isBroken = false;
    expect(await batcher.add(3)).toBe(3);
  });

  it('rejects an item that was left without an outcome', async () => {
    const batcher = new Batcher<number, number>((items) => Promise.resolve(items.slice(1)), {
      sizeMax: 10,
      concurrency: 1,
    });
    const [first, second] = await Promise.allSettled([batcher.add(1), batcher.add(2)]);
    expect([first.status, second.status]).toEqual(['fulfilled', 'rejected']);
  });
});
