import { newId } from '@halyard/core';
import { describe, expect, it } from '@jest/globals';
import { InMemoryEventStore } from '../in-memory-event-store.js';
import { type StreamsReach, requireStoreNotOlder, StoreOlder } from './older-store.js';

const known = (reached: StreamsReach) => ({ read: () => Promise.resolve(reached) });

describe('an event store beside a database', () => {
  const storeOf = async (events: number): Promise<InMemoryEventStore> => {
    const store = new InMemoryEventStore();
    for (let n = 0; n < events; n += 1) {
      const appended = [{ id: newId(), type: 'Happened', data: null }];
      await store.append({ stream: `thing-${n}`, expected: 'no-stream', events: appended });
    }
    return store;
  };
  const at = new Date('2026-03-02T18:00:00.000Z');

  it.each([
    ['as old as the database', 3, 3n],
    ['newer', 5, 3n],
    ['new, as the database is', 0, 0n],
  ])('is used if it is %s', async (_, events, reached) => {
    const store = await storeOf(events);
    await requireStoreNotOlder(store, known({ position: reached, at }), 0n);
    await requireStoreNotOlder(store, known({ position: 0n }), reached);
  });

  it('is refused if a checkpoint is further, with both moments and what to do', async () => {
    const store = await storeOf(2);
    const refusal = requireStoreNotOlder(store, known({ position: 2n, at }), 3n);
    await expect(refusal).rejects.toThrow(StoreOlder);
    const storeAt = (await store.headAt())?.toISOString() ?? '';
    for (const said of [
      `ends at ${storeAt}`,
      at.toISOString(),
      `recovery_target_time = '${storeAt}'`,
      'after-restore',
    ]) {
      await expect(refusal).rejects.toThrow(said);
    }
  });

  it('is refused if a process has seen the streams further, though no checkpoint got there', async () => {
    await expect(requireStoreNotOlder(await storeOf(2), known({ position: 3n, at }), 1n)).rejects.toThrow(StoreOlder);
  });

  it('is refused if it is empty, and its moment is said to be before all', async () => {
    const refusal = requireStoreNotOlder(await storeOf(0), known({ position: 1n }), 0n);
    await expect(refusal).rejects.toThrow('ends at a moment before its first event');
  });
});
