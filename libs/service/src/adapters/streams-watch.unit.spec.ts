import { newId } from '@halyard/core';
import { beginEpoch, type EpochOver, requireInstallation } from '@halyard/event-store';
import { InMemoryEventStore } from '@halyard/event-store/testing';
import { until } from '@halyard/testing/waiting';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Worker } from '@halyard/background';
import { watchStreams } from './streams-watch.js';

const installationId = newId();

describe('a process that serves', () => {
  let store: InMemoryEventStore;
  let watch: Worker;
  let over: EpochOver[];
  let noted: bigint[];
  let away: Error | undefined;
  let warnings: number;
  beforeEach(async () => {
    [over, noted, away, warnings] = [[], [], undefined, 0];
    store = new InMemoryEventStore();
    const row = {
      read: () => Promise.resolve({ id: installationId, founded: false }),
      markFounded: () => Promise.resolve(),
    };
    await requireInstallation(store, row, 'halyard');
    watch = watchStreams({
      store,
      stored: {
        note: (position) => {
          if (away) return Promise.reject(away);
          noted.push(position);
          return Promise.resolve();
        },
      },
      installationId,
      epoch: 0,
      onOver: (error) => over.push(error),
      logger: { warn: () => (warnings += 1) },
      everyMs: 5,
    });
  });
  afterEach(() => watch.stop());

  it('notes how far the streams are', async () => {
    await until('the first look', () => noted.includes(1n));
    const events = [{ id: newId(), type: 'Happened', data: null }];
    await store.append({ stream: 'thing-1', expected: 'no-stream', events });
    await until('the next look', () => noted.includes(2n));
    expect(over).toEqual([]);
  });

  it('ends once a restored copy has begun an epoch, and is told so once', async () => {
    await until('the first look', () => noted.length > 0);
    await beginEpoch(store, installationId, 1);
    await until('the end', () => over.length > 0);
    const looked = noted.length;
    await watch.stop();
    expect(over).toHaveLength(1);
    expect(over[0]?.message).toContain('Epoch 1');
    expect(noted).toHaveLength(looked);
  });

  it('goes on while a server is away', async () => {
    away = new Error('away');
    await until('a look that failed', () => warnings > 0);
    away = undefined;
    const looked = noted.length;
    await until('the next look', () => noted.length > looked);
    expect(over).toEqual([]);
  });
});
