import { describe, expect, it } from '@jest/globals';
import { until } from '@halyard/testing/waiting';
import type { EventLog } from './catch-up-subscription.js';
import { CatchUpSubscription } from './catch-up-subscription.js';
import type { Position, StoredEvent, SubscriptionBatch } from './event-store.js';
import { EventStoreUnavailable } from './event-store.js';
import { Head } from './head.js';

const event = (position: Position): StoredEvent => ({
  id: '018f2f60-0000-7000-8000-000000000000',
  stream: 'a',
  revision: 0,
  position,
  recordedAt: new Date(0),
  type: 'x',
  data: {},
  metadata: {},
});

/** Subscribes to a log of the given windows, and collects batches up to a position. */
async function batchesUpTo(last: Position, head: Position, window: EventLog['window']): Promise<SubscriptionBatch[]> {
  const newest = new Head();
  newest.raise(head);
  const batches: SubscriptionBatch[] = [];
  await new Promise<void>((resolve, reject) => {
    new CatchUpSubscription(
      { beyond: (position, signal) => newest.beyond(position, signal), window },
      {
        from: 0n,
        streamPrefixes: ['a'],
        onBatch: (batch) => {
          batches.push(batch);
          if (batch.position >= last) resolve();
          return Promise.resolve();
        },
        onFailure: reject,
      },
    );
  });
  return batches;
}

const positions = (batches: readonly SubscriptionBatch[]): Position[] => batches.map(({ position }) => position);

describe('a subscription that catches up', () => {
  it('looks at so much of the order at a time, and says how far it has looked', async () => {
    const asked: [Position, Position][] = [];
    const batches = await batchesUpTo(25_000n, 25_000n, (from, to) => {
      asked.push([from, to]);
      return Promise.resolve([]);
    });
    expect(positions(batches)).toEqual([10_000n, 20_000n, 25_000n]);
    expect(asked).toEqual([
      [0n, 10_000n],
      [10_000n, 20_000n],
      [20_000n, 25_000n],
    ]);
  });

  it('goes on behind the last event of a full page, which may not be all that matches', async () => {
    const matching = Array.from({ length: 700 }, (_, index) => event(BigInt(index * 3 + 1)));
    const batches = await batchesUpTo(9_000n, 9_000n, (from, to, _, limit) =>
      Promise.resolve(matching.filter(({ position }) => position > from && position <= to).slice(0, limit)),
    );
    expect(positions(batches)).toEqual([1_498n, 9_000n]);
    expect(batches.flatMap(({ events }) => events)).toEqual(matching);
  });

  it('asks again while the store is away', async () => {
    let asked = 0;
    const batches = await batchesUpTo(5n, 5n, () => {
      asked += 1;
      return asked < 2 ? Promise.reject(new EventStoreUnavailable('away')) : Promise.resolve([event(5n)]);
    });
    expect(batches).toEqual([{ events: [event(5n)], position: 5n }]);
  });

  it('ends with a failure that is none of the store being away', async () => {
    await expect(batchesUpTo(5n, 5n, () => Promise.reject(new TypeError('bug')))).rejects.toThrow('bug');
  });
});

describe('stopping a subscription', () => {
  const subscribe = (log: EventLog, onBatch: (batch: SubscriptionBatch) => Promise<void>) =>
    new CatchUpSubscription(log, {
      from: 0n,
      streamPrefixes: ['a'],
      onBatch,
      onFailure: (error) => {
        throw error;
      },
    });
  const beyond: EventLog['beyond'] = (_, signal) => Promise.resolve(signal.aborted ? undefined : 9n);

  it('drops the page that is being read', async () => {
    let answer: (events: StoredEvent[]) => void = () => undefined;
    const reading = new Promise<StoredEvent[]>((resolve) => (answer = resolve));
    const handled: SubscriptionBatch[] = [];
    const subscription = subscribe({ beyond, window: () => reading }, (batch) => {
      handled.push(batch);
      return Promise.resolve();
    });
    await new Promise((resolve) => setImmediate(resolve));
    const stopped = subscription.stop();
    answer([event(9n)]);
    await stopped;
    expect(handled).toEqual([]);
  });

  it('waits for the batch that is being handled', async () => {
    let finish = (): void => undefined;
    let handling = false;
    const subscription = subscribe({ beyond, window: () => Promise.resolve([event(9n)]) }, async () => {
      handling = true;
      await new Promise<void>((resolve) => (finish = resolve));
      handling = false;
    });
    await until('a batch is being handled', () => handling);
    const stopped = subscription.stop().then(() => handling);
    finish();
    expect(await stopped).toBe(false);
  });

  it('ends one that waits for something new', async () => {
    const newest = new Head();
    const log: EventLog = {
      beyond: (position, signal) => newest.beyond(position, signal),
      window: () => Promise.reject(new Error('nothing to read')),
    };
    await subscribe(log, () => Promise.resolve()).stop();
  });
});
