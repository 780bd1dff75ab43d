import { expect, it } from '@jest/globals';
import type { EventStore, ReadOptions } from '../../src/event-store.js';
import { all, append, aStream, types } from './support.js';

/** How much a store's clock may differ from ours. */
const CLOCKS_APART_MS = 60_000;

export function reads(open: () => EventStore): void {
  it('finds no event in a stream that is not there', async () => {
    expect(await all(open(), aStream())).toEqual([]);
    expect(await all(open(), aStream(), { direction: 'backwards' })).toEqual([]);
  });

  it.each<[string, ReadOptions, string[]]>([
    ['forwards from the start', {}, ['0', '1', '2', '3', '4']],
    ['forwards from a revision', { from: 3 }, ['3', '4']],
    ['forwards from beyond the end', { from: 9 }, []],
    ['so many forwards', { from: 1, count: 2 }, ['1', '2']],
    ['backwards from the end', { direction: 'backwards' }, ['4', '3', '2', '1', '0']],
    ['backwards from a revision', { direction: 'backwards', from: 1 }, ['1', '0']],
    ['backwards from beyond the end', { direction: 'backwards', from: 9 }, ['4', '3', '2', '1', '0']],
    ['the last one', { direction: 'backwards', count: 1 }, ['4']],
    ['none', { count: 0 }, []],
  ])('reads %s', async (_, options, expected) => {
    const [store, stream] = [open(), aStream()];
    await append(store, stream, 'no-stream', '0', '1', '2', '3', '4');
    expect(await types(store, stream, options)).toEqual(expected);
  });

  it('says when an event was stored, however it is read', async () => {
    const [store, stream] = [open(), aStream()];
    const earliest = Date.now() - CLOCKS_APART_MS;
    await append(store, stream, 'no-stream', '0', '1');
    const latest = Date.now() + CLOCKS_APART_MS;
    for (const direction of ['forwards', 'backwards'] as const) {
      for (const { recordedAt } of await all(store, stream, { direction })) {
        expect(recordedAt.getTime()).toBeGreaterThan(earliest);
        expect(recordedAt.getTime()).toBeLessThan(latest);
      }
    }
  });

  it('reads many streams at the same time, each by itself', async () => {
    const store = open();
    const lengths = Array.from({ length: 300 }, (_, index) => (index % 7 === 0 ? 20 : index % 4));
    const streams = lengths.map(() => aStream());
    const typesOf = (length: number) => Array.from({ length }, (_, index) => `${index}`);
    await Promise.all(
      lengths.map(async (length, index) => {
        if (length > 0) await append(store, streams[index] ?? '', 'no-stream', ...typesOf(length));
      }),
    );
    const read = await Promise.all(
      streams.map((stream, index) => types(store, stream, { from: index % 2, count: 18 })),
    );
    expect(read).toEqual(lengths.map((length, index) => typesOf(length).slice(index % 2, (index % 2) + 18)));
  });

  it('reads a stream of many pages in both directions', async () => {
    const [store, stream] = [open(), aStream()];
    const written = Array.from({ length: 1501 }, (_, index) => `${index}`);
    await append(store, stream, 'no-stream', ...written);
    expect(await types(store, stream)).toEqual(written);
    expect(await types(store, stream, { direction: 'backwards' })).toEqual([...written].reverse());
    expect(await types(store, stream, { from: 3, count: 1200 })).toEqual(written.slice(3, 1203));
  });
}
