import { deriveId, newId } from '@halyard/core';
import { expect, it } from '@jest/globals';
import type { EventStore, ExpectedRevision, NewEvent } from '../../src/event-store.js';
import { WrongExpectedRevision } from '../../src/event-store.js';
import { all, anEvent, append, aStream, types, won } from './support.js';

export function appends(open: () => EventStore): void {
  it('numbers a stream from 0, without a hole, and the log upwards', async () => {
    const [store, stream] = [open(), aStream()];
    const first = await append(store, stream, 'no-stream', 'a', 'b');
    const second = await append(store, stream, 1, 'c');
    expect([first.revision, second.revision]).toEqual([1, 2]);
    const events = await all(store, stream);
    expect(events.map(({ revision }) => revision)).toEqual([0, 1, 2]);
    expect(events.map(({ position }) => position)).toEqual(
      [...events.map(({ position }) => position)].sort((a, b) => Number(a - b)),
    );
    expect([events[1]?.position, events[2]?.position]).toEqual([first.position, second.position]);
    expect(await store.head()).toBe(second.position);
  });

  it('gives back what was appended', async () => {
    const [store, stream, id] = [open(), aStream(), newId()];
    const data = { text: 'ünïcødé "quoted" \\ \n \u0000 {1,2} 🐎', nested: [{ none: null }, 1.5, true] };
    const metadata = { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', operationId: newId() };
    await store.append({ stream, expected: 'no-stream', events: [{ id, type: 'Told', data, metadata }, anEvent('b')] });
    expect(await all(store, stream)).toMatchObject([
      { id, stream, type: 'Told', data, metadata },
      { type: 'b', metadata: {} },
    ]);
  });

  it.each<[string, ExpectedRevision]>([
    ['a stream that is there already', 'no-stream'],
    ['an older revision', 0],
    ['a revision that would leave a hole', 5],
  ])('refuses %s, and appends nothing of it', async (_, expected) => {
    const [store, stream] = [open(), aStream()];
    await append(store, stream, 'no-stream', 'a', 'b');
    const attempt = append(store, stream, expected, 'x', 'y', 'z');
    await expect(attempt).rejects.toBeInstanceOf(WrongExpectedRevision);
    expect(await types(store, stream)).toEqual(['a', 'b']);
  });

  it('refuses a revision of a stream that is not there', async () => {
    const [store, stream] = [open(), aStream()];
    await expect(append(store, stream, 0, 'x')).rejects.toBeInstanceOf(WrongExpectedRevision);
    expect(await types(store, stream)).toEqual([]);
  });

  it('returns the first success to the same append again, also once more events followed', async () => {
    const [store, stream] = [open(), aStream()];
    await append(store, stream, 'no-stream', 'a');
    const again = { stream, expected: 0, events: [anEvent('b'), anEvent('c')] };
    const first = await store.append(again);
    expect(await store.append(again)).toEqual(first);
    await append(store, stream, 2, 'd');
    expect(await open().append(again)).toEqual(first);
    expect(await types(store, stream)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('returns the first success to the same append that was submitted twice at once', async () => {
    const [store, stream] = [open(), aStream()];
    const twice = { stream, expected: 'no-stream' as const, events: [anEvent('a'), anEvent('b')] };
    const [first, second] = await Promise.all([store.append(twice), store.append(twice)]);
    expect(second).toEqual(first);
    expect(await types(store, stream)).toEqual(['a', 'b']);
  });

  it('recognises derived ids from one process to the next', async () => {
    const [store, stream, operation] = [open(), aStream(), newId()];
    const events = (): NewEvent[] => [anEvent('a', deriveId(operation, '0'))];
    const first = await store.append({ stream, expected: 'no-stream', events: events() });
    expect(await open().append({ stream, expected: 'no-stream', events: events() })).toEqual(first);
  });

  it('takes an append that shares only some event ids for another one', async () => {
    const [store, stream, first, second] = [open(), aStream(), anEvent('a'), anEvent('b')];
    await store.append({ stream, expected: 'no-stream', events: [first, second] });
    for (const events of [
      [first, anEvent('c')],
      [anEvent('c'), second],
    ]) {
      const other = store.append({ stream, expected: 'no-stream', events });
      await expect(other).rejects.toBeInstanceOf(WrongExpectedRevision);
    }
  });

  it('lets the same event id stand in two streams', async () => {
    const [store, one, other, event] = [open(), aStream(), aStream(), anEvent('a')];
    await store.append({ stream: one, expected: 'no-stream', events: [event] });
    await store.append({ stream: other, expected: 'no-stream', events: [event] });
    expect(await types(store, other)).toEqual(['a']);
  });

  it('fails an append that no store could keep, and none beside it', async () => {
    const [store, stream] = [open(), aStream()];
    const results = await Promise.allSettled([
      append(store, stream, 'no-stream'),
      append(store, stream, -1, 'x'),
      store.append({ stream, expected: 'no-stream', events: [anEvent('x', 'no uuid')] }),
      append(store, stream, 'no-stream', 'a'),
    ]);
    expect(won(results)).toEqual([false, false, false, true]);
    expect(await types(store, stream)).toEqual(['a']);
  });
}
