import { describe, expect, it } from '@jest/globals';
import { MicroBatch } from './micro-batch.js';

describe('MicroBatch', () => {
  it('asks once for what is wanted together, and for each key once', async () => {
    const asked: string[][] = [];
    const batch = new MicroBatch<string, number>((keys) => {
      asked.push([...keys]);
      return Promise.resolve(new Map(keys.map((key) => [key, key.length])));
    });
    expect(await Promise.all([batch.load('a'), batch.load('bb'), batch.load('a')])).toEqual([1, 2, 1]);
    expect(asked).toEqual([['a', 'bb']]);
  });

  it('answers what is asked while a query runs by the next query', async () => {
    const queries: (() => void)[] = [];
    const begun: string[][] = [];
    let sawQuery = (): void => undefined;
    const nextQuery = (): Promise<void> => new Promise((resolve) => (sawQuery = resolve));
    const batch = new MicroBatch<string, string>((keys) => {
      begun.push([...keys]);
      sawQuery();
      return new Promise((resolve) => queries.push(() => resolve(new Map(keys.map((key) => [key, key])))));
    });

    const firstQuery = nextQuery();
    const first = batch.load('first');
    await firstQuery;
    const second = batch.load('second');
    expect(begun).toEqual([['first']]);
    const secondQuery = nextQuery();
    queries[0]?.();
    await secondQuery;
    queries[1]?.();
    expect(await Promise.all([first, second])).toEqual(['first', 'second']);
    expect(begun).toEqual([['first'], ['second']]);
  });

  it('fails those who asked, and serves those who ask again', async () => {
    let fails = true;
    const batch = new MicroBatch<string, string>((keys) =>
      fails ? Promise.reject(new Error('down')) : Promise.resolve(new Map(keys.map((key) => [key, key]))),
    );
    await expect(Promise.all([batch.load('a'), batch.load('b')])).rejects.toThrow('down');
    fails = false;
    expect(await batch.load('a')).toBe('a');
  });
});
