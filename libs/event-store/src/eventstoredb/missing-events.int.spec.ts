import { EventStoreDBClient } from '@eventstore/db-client';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { DoubleLog } from '../../test/double-log.js';
import { openDoubleLog } from '../../test/double-log.js';
import { all, anEvent, append, aStream, SubscriptionListener, types } from '../../test/behaviour/support.js';
import { UnreadableEvent } from '../event-store.js';
import type { EventStoreDbEventStore } from './eventstoredb-event-store.js';

/** Somebody else deletes or truncates a stream: whoever then decided without its events would invent money. */
describe('a stream whose events are missing', () => {
  let log: DoubleLog;
  let store: EventStoreDbEventStore;
  let administrator: EventStoreDBClient;
  let stream: string;
  let stored: string;
  beforeEach(async () => {
    log = await openDoubleLog();
    store = log.open();
    administrator = EventStoreDBClient.connectionString(log.double.connectionString);
    stream = aStream();
    stored = `halyard_${stream}`;
    await append(store, stream, 'no-stream', 'a', 'b', 'c');
  });
  afterEach(async () => {
    await administrator.dispose();
    await log.close();
  });

  const isMissing = () => ({
    name: 'EventStoreUnavailable',
    message: `Events of ${stream} are missing: somebody deleted or truncated it in the event store`,
  });

  it('is not read, in either direction, where it is truncated', async () => {
    await administrator.setStreamMetadata(stored, { truncateBefore: 2 });
    await expect(all(store, stream)).rejects.toMatchObject(isMissing());
    await expect(all(store, stream, { from: 1 })).rejects.toMatchObject(isMissing());
    await expect(all(store, stream, { direction: 'backwards' })).rejects.toMatchObject(isMissing());
    expect(await types(store, stream, { from: 2 })).toEqual(['c']);
  });

  it('is not begun anew where it was deleted, and then not read either', async () => {
    await administrator.deleteStream(stored);
    const again = { stream, expected: 'no-stream' as const, events: [anEvent('d')] };
    await expect(store.append(again)).rejects.toMatchObject(isMissing());
    await expect(store.append(again)).rejects.toMatchObject(isMissing());
    await expect(all(store, stream)).rejects.toMatchObject(isMissing());
  });

  it('is refused where it was deleted for good, and others are not held up', async () => {
    await administrator.tombstoneStream(stored);
    const others = [aStream(), aStream()];
    const results = await Promise.allSettled([
      append(store, stream, 2, 'd'),
      all(store, stream),
      ...others.map((other) => append(store, other, 'no-stream', 'a')),
    ]);
    expect(results).toMatchObject([
      { reason: isMissing() },
      { reason: isMissing() },
      { value: { revision: 0 } },
      { value: { revision: 0 } },
    ]);
    expect(log.double.faults.appends).toBe(4);
  });

  it('ends with an event that nobody can read, which subscriptions are given', async () => {
    const listening = new SubscriptionListener(store, 0n, stream);
    await administrator.tombstoneStream(stored);
    await listening.until(() => listening.events.length === 4);
    await listening.stop();
    expect(listening.types()).toEqual(['a', 'b', 'c', '$streamDeleted']);
    expect(() => listening.events.at(-1)?.data).toThrow(UnreadableEvent);
    expect(listening.position).toBe(await store.head());
  });
});
