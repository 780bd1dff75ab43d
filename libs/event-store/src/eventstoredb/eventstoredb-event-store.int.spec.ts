import { startEventStoreDouble } from '@halyard/testing/eventstore-double';
import { until } from '@halyard/testing/waiting';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { counts } from '@halyard/testing/counts';
import type { DoubleLog } from '../../test/double-log.js';
import { openDoubleLog } from '../../test/double-log.js';
import { all, anEvent, append, aStream, SubscriptionListener, types } from '../../test/behaviour/support.js';
import { eventStoreBehaviour } from '../../test/event-store.behaviour.js';
import type { EventStoreUnavailable } from '../event-store.js';
import { EventStoreDbEventStore } from './eventstoredb-event-store.js';

eventStoreBehaviour('EventStoreDbEventStore on the gRPC double', openDoubleLog, counts.eventStore, [
  'connections',
  'restarts',
  'namespaces',
]);

let log: DoubleLog;
let store: EventStoreDbEventStore;
beforeEach(async () => {
  log = await openDoubleLog();
  store = log.open();
});
afterEach(() => log.close());

const unavailable: Partial<EventStoreUnavailable> = { name: 'EventStoreUnavailable' };

describe('an append to the double', () => {
  it.each(['before-commit', 'after-commit'] as const)(
    'has one effect and one answer when its connection is lost %s',
    async (when) => {
      const stream = aStream();
      await append(store, stream, 'no-stream', 'a');
      const again = { stream, expected: 0, events: [anEvent('b'), anEvent('c')] };
      log.double.faults.loseNextAppend(when);
      const merged = await Promise.all([store.append(again), append(store, stream, 2, 'd')]);
      const { revision, position } = await store.append(again);
      const events = await all(store, stream);
      expect(events.map(({ type }) => type)).toEqual(['a', 'b', 'c', 'd']);
      expect([position, merged[1].position]).toEqual(events.slice(2).map((event) => event.position));
      expect(merged.map((appended) => appended.revision)).toEqual([revision, revision + 1]);
      expect(log.double.faults.appends).toBe(4);
    },
  );

  it('is recognised by its events where the server does not recognise it', async () => {
    const stream = aStream();
    await append(store, stream, 'no-stream', 'a');
    const again = { stream, expected: 0, events: [anEvent('b'), anEvent('c')] };
    const first = await store.append(again);
    await append(store, stream, 2, 'd');
    log.double.faults.forgetsRepeats = true;
    expect(await store.append(again)).toEqual(first);
    const [shared, ...others] = again.events;
    const other = { ...again, events: [...(shared ? [shared] : []), ...others.map(({ type }) => anEvent(type))] };
    await expect(store.append(other)).rejects.toMatchObject({ name: 'WrongExpectedRevision', stream });
    const longer = { ...again, events: [...again.events, anEvent('d'), anEvent('e')] };
    await expect(store.append(longer)).rejects.toMatchObject({ name: 'WrongExpectedRevision', stream });
  });

  it('has one effect where the server gives up on it after it is stored', async () => {
    const stream = aStream();
    await append(store, stream, 'no-stream', 'a');
    log.double.faults.timeOutNextAppend();
    const { revision } = await append(store, stream, 0, 'b', 'c');
    expect(revision).toBe(2);
    expect(await types(store, stream)).toEqual(['a', 'b', 'c']);
  });

  it('is answered with its position, also where the server leaves that out', async () => {
    const stream = aStream();
    log.double.faults.hidesPositions = true;
    const appended = await append(store, stream, 'no-stream', 'a', 'b');
    expect((await all(store, stream)).at(-1)).toMatchObject(appended);
  });

  it('goes out beside those to other streams, and behind those to its own, as one with what waits there too', async () => {
    const [one, other, { faults }] = [aStream(), aStream(), log.double];
    faults.answerDelayMs = 500;
    let answered = 0;
    const heard = () => (answered += 1);
    const results = [append(store, one, 'no-stream', 'a').then(heard)];
    await until('the first is under way', () => faults.appends >= 1);
    results.push(append(store, one, 0, 'b').then(heard), append(store, one, 1, 'c').then(heard));
    results.push(append(store, other, 'no-stream', 'a').then(heard));
    await until('two appends are under way', () => faults.appends >= 2);
    expect([faults.appends, answered]).toEqual([2, 0]);
    await Promise.all(results);
    expect(faults.appends).toBe(3);
    expect(await types(store, one)).toEqual(['a', 'b', 'c']);
    expect(await types(store, other)).toEqual(['a']);
  });

  it('is refused beyond the size that the server takes, and takes nothing else down than what rests on it', async () => {
    const [stream, other] = [aStream(), aStream()];
    const huge = { ...anEvent('huge'), data: 'x'.repeat(1_048_577) };
    const results = await Promise.allSettled([
      store.append({ stream, expected: 'no-stream', events: [huge] }),
      append(store, stream, 0, 'behind it'),
      append(store, other, 'no-stream', 'a'),
    ]);
    expect(results).toMatchObject([
      { reason: { name: 'AppendRefused' } },
      { reason: { name: 'PredecessorLost', cause: { name: 'AppendRefused' } } },
      { value: { revision: 0 } },
    ]);
    expect(await types(store, stream)).toEqual([]);
  });

  it('goes out as one with as many as the server takes at once', async () => {
    const stream = aStream();
    const large = (expected: number) => ({
      stream,
      expected: expected < 0 ? ('no-stream' as const) : expected,
      events: [{ ...anEvent('large'), data: '\u20ac'.repeat(50_000) }],
    });
    const results = await Promise.all(Array.from({ length: 30 }, (_, n) => store.append(large(n - 1))));
    expect(results.map(({ revision }) => revision)).toEqual(results.map((_, n) => n));
    expect(await types(store, stream)).toHaveLength(30);
    expect(log.double.faults.appends).toBeLessThan(30);
  });

  it('ends as EventStoreUnavailable when no answer comes, and may be repeated', async () => {
    const stream = aStream();
    const again = { stream, expected: 'no-stream' as const, events: [anEvent('a')] };
    log.double.faults.answerDelayMs = Infinity;
    const onTop = { stream, expected: 0, events: [anEvent('on top of it')] };
    const results = await Promise.allSettled([store.append(again), store.append(onTop)]);
    expect(results).toMatchObject([{ reason: unavailable }, { reason: unavailable }]);
    log.double.faults.answerDelayMs = 0;
    expect((await store.append(again)).revision).toBe(0);
    expect((await store.append(onTop)).revision).toBe(1);
    expect(await types(store, stream)).toEqual(['a', 'on top of it']);
  });
});

describe('the head', () => {
  it('is zero where there are but system events, and stands at the newest event that is none', async () => {
    expect(await store.head()).toBe(0n);
    const { position } = await append(store, aStream(), 'no-stream', 'a', 'b');
    log.double.appendSystemEvents(600);
    expect(await store.head()).toBe(position);
  });

  it('is reached by a subscription, whatever system events follow', async () => {
    const stream = aStream();
    const listening = new SubscriptionListener(store, 0n, stream);
    await append(store, stream, 'no-stream', 'a');
    const { position } = await append(store, aStream('other'), 'no-stream', 'b');
    await listening.until(() => listening.position === position);
    log.double.appendSystemEvents(499);
    const later = await append(store, stream, 0, 'c');
    await listening.until(() => listening.position === later.position);
    await listening.stop();
    expect(listening.types()).toEqual(['a', 'c']);
  });

  it('is passed where a server tells how far it has looked, and a subscription can begin there', async () => {
    const stream = aStream();
    const { position } = await append(store, stream, 'no-stream', 'a');
    const listening = new SubscriptionListener(store, position, stream);
    log.double.appendSystemEvents(1000);
    await listening.until(() => listening.position > position);
    await listening.stop();
    const resumed = new SubscriptionListener(store, listening.position, stream);
    await append(store, stream, 0, 'b');
    await resumed.until(() => resumed.events.length === 1);
    await resumed.stop();
    expect([...listening.types(), ...resumed.types()]).toEqual(['b']);
  });
});

describe('a double that is away', () => {
  it('is EventStoreUnavailable for as long, and forgotten once it is back', async () => {
    const stream = aStream('away');
    await append(store, stream, 'no-stream', 'a');
    const listening = new SubscriptionListener(store, await store.head(), stream);
    await log.double.goAway();
    const results = await Promise.allSettled([
      append(store, stream, 0, 'b'),
      append(store, stream, 1, 'on top of b'),
      all(store, stream),
      store.head(),
    ]);
    expect(results).toMatchObject(Array(4).fill({ reason: unavailable }));
    await log.double.start();
    await append(store, stream, 0, 'c');
    await listening.until(() => listening.events.length === 1);
    await listening.stop();
    expect(await types(store, stream)).toEqual(['a', 'c']);
  });

  it('is not away when it drops a subscription that is too slow: that goes on at once, and misses nothing', async () => {
    const warned: object[] = [];
    const telling = new EventStoreDbEventStore(log.double.connectionString, {
      log: { warn: (fields) => warned.push(fields) },
    });
    const stream = aStream();
    const listening = new SubscriptionListener(telling, 0n, stream);
    for (let revision = -1; revision < 20; revision += 1) {
      await append(telling, stream, revision < 0 ? 'no-stream' : revision, `e${revision}`);
      await listening.until(() => listening.events.length === revision + 2);
      log.double.dropSubscriptions();
    }
    await listening.stop();
    expect(listening.types()).toEqual(Array.from({ length: 21 }, (_, n) => `e${n - 1}`));
    expect(warned).toEqual([]);
    await telling.close();
  });

  it('tells the log of each subscription that lost it, and no failure', async () => {
    const warned: object[] = [];
    const telling = new EventStoreDbEventStore(log.double.connectionString, {
      log: { warn: (fields) => warned.push(fields) },
    });
    const stream = aStream();
    const listening = new SubscriptionListener(telling, 0n, stream);
    await append(telling, stream, 'no-stream', 'a');
    await listening.until(() => listening.events.length === 1);
    await log.double.cutConnections();
    await append(telling, stream, 0, 'b');
    await listening.until(() => listening.events.length === 2);
    await telling.close();
    expect(warned).not.toEqual([]);
    expect(warned.every((fields) => 'err' in fields && fields.err instanceof Error)).toBe(true);
  });
});

describe.each(['are-dropped', 'catch-up'] as const)('subscriptions that %s when they are too slow', (slow) => {
  it('miss nothing, however much comes at once', async () => {
    const double = await startEventStoreDouble({ slowSubscriptions: slow });
    const warned: object[] = [];
    const busy = new EventStoreDbEventStore(double.connectionString, {
      log: { warn: (fields) => warned.push(fields) },
    });
    const stream = aStream();
    const listening = new SubscriptionListener(busy, 0n, stream);
    const types = Array.from({ length: 700 }, (_, index) => `${index}`);
    for (let written = 0; written < types.length; written += 100) {
      const expected = written === 0 ? 'no-stream' : written - 1;
      await append(busy, stream, expected, ...types.slice(written, written + 100));
      await listening.until(() => listening.events.length >= written);
    }
    await listening.until(() => listening.events.length === types.length);
    await listening.stop();
    expect(listening.types()).toEqual(types);
    expect(warned).toEqual([]);
    await busy.close();
    await double.close();
  });
});

describe('closing a store', () => {
  it('ends its subscriptions, and whatever is asked of it afterwards', async () => {
    const stream = aStream();
    const listening = new SubscriptionListener(store, 0n, stream);
    await append(store, stream, 'no-stream', 'a');
    await listening.until(() => listening.events.length === 1);
    await store.close();
    const results = await Promise.allSettled([store.head(), all(store, stream), append(store, stream, 0, 'b')]);
    expect(results).toMatchObject(Array(3).fill({ reason: unavailable }));
    await append(log.open(), stream, 0, 'c');
    expect(listening.types()).toEqual(['a']);
  });
});
