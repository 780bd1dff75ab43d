import { newId } from '@halyard/core';
import { expect, it } from '@jest/globals';
import type { EventStore, SubscriptionBatch } from '../../src/event-store.js';
import { append, aStream, SubscriptionListener } from './support.js';

export function subscriptions(open: () => EventStore): void {
  it('delivers what matches after the position, in global order', async () => {
    const [store, kind] = [open(), aStream('kind')];
    await append(store, `${kind}-1`, 'no-stream', 'before');
    const from = await store.head();
    await append(store, `${kind}-2`, 'no-stream', 'a', 'b');
    await append(store, aStream('other'), 'no-stream', 'filtered');
    await append(store, `${kind}-1`, 0, 'c');
    const listening = new SubscriptionListener(store, from, kind);
    await listening.until(() => listening.events.length === 3);
    await listening.stop();
    expect(listening.events).toMatchObject([
      { stream: `${kind}-2`, revision: 0, type: 'a' },
      { stream: `${kind}-2`, revision: 1, type: 'b' },
      { stream: `${kind}-1`, revision: 1, type: 'c' },
    ]);
  });

  it('stays live, also for what other stores append', async () => {
    const [store, other, stream] = [open(), open(), aStream('live')];
    const listening = new SubscriptionListener(store, await store.head(), stream);
    await append(store, stream, 'no-stream', 'a');
    await listening.until(() => listening.events.length === 1);
    await append(other, stream, 0, 'b');
    await listening.until(() => listening.events.length === 2);
    await listening.stop();
    expect(listening.types()).toEqual(['a', 'b']);
  });

  it('gives the subscribers of two writers all that both write, as one reads it who wrote nothing', async () => {
    const [one, other, kind] = [open(), open(), aStream('both')];
    const from = await one.head();
    const changeIt = ({ events }: SubscriptionBatch): Promise<void> => {
      for (const { data } of events) (data as { list: unknown[] }).list.push('changed by who got it first');
      return Promise.resolve();
    };
    const changing = new SubscriptionListener(one, from, kind, changeIt);
    const [ofOne, ofOther] = [new SubscriptionListener(one, from, kind), new SubscriptionListener(other, from, kind)];
    const write = async (store: EventStore, stream: string, waits = false): Promise<void> => {
      for (let round = 0; round < 60; round++) {
        const data = { at: new Date(round), nothing: undefined, list: [round, undefined], text: '\u0000 \ud800' };
        const appending = store.append({
          stream,
          expected: round === 0 ? 'no-stream' : round - 1,
          events: [{ id: newId(), type: 'x', data, metadata: { traceparent: undefined, operationId: newId() } }],
        });
        data.list.push(1);
        await appending;
        // In some rounds the other store's events stand between its own, in others they don't.
        if (waits && round % 20 > 10) await ofOne.until(() => ofOne.events.length > 3 * round);
      }
    };
    await Promise.all([write(one, `${kind}-1`), write(other, `${kind}-2`, true), write(one, `${kind}-3`)]);
    const reader = new SubscriptionListener(open(), from, kind);
    for (const listening of [ofOne, ofOther, changing, reader]) {
      await listening.until(() => listening.events.length === 180);
      await listening.stop();
    }
    expect(ofOne.events).toStrictEqual(reader.events);
    expect(ofOther.events).toStrictEqual(reader.events);
    expect(changing.events.map(({ id }) => id)).toEqual(reader.events.map(({ id }) => id));
    expect(reader.events[0]?.data).toEqual({ at: new Date(0).toJSON(), list: [0, null], text: '\u0000 \ud800' });
  });

  it('tells how far it has read, past what does not match', async () => {
    const store = open();
    const listening = new SubscriptionListener(store, await store.head(), aStream('nothing'));
    const { position } = await append(store, aStream('other'), 'no-stream', 'a', 'b');
    await listening.until(() => listening.position >= position);
    await listening.stop();
    expect(listening.events).toEqual([]);
  });

  it('comes up to the head of a quiet store, from whatever checkpoint, past what does not match', async () => {
    const [store, stream] = [open(), aStream('early')];
    const { position } = await append(store, stream, 'no-stream', 'a');
    await append(store, aStream('other'), 'no-stream', ...Array<string>(40).fill('b'));
    const head = await store.head();
    for (const from of [0n, position, head]) {
      const listening = new SubscriptionListener(open(), from, stream);
      await listening.until(() => listening.position >= head);
      await listening.stop();
      expect(listening.types()).toEqual(from === 0n ? ['a'] : []);
    }
  });

  it('goes on from a checkpoint without a gap or a repeat', async () => {
    const [store, kind] = [open(), aStream('kind')];
    const start = await store.head();
    const written = Array.from({ length: 1203 }, (_, index) => `${index}`);
    await append(store, `${kind}-1`, 'no-stream', ...written.slice(0, 700));
    const first = new SubscriptionListener(store, start, kind);
    await first.until(() => first.events.length > 0);
    await first.stop();
    await append(store, `${kind}-2`, 'no-stream', ...written.slice(700));
    const second = new SubscriptionListener(open(), first.position, kind);
    await second.until(() => first.events.length + second.events.length === written.length);
    await second.stop();
    expect([...first.types(), ...second.types()]).toEqual(written);
  });

  it('handles one batch at a time, and none after it was stopped', async () => {
    const [store, stream] = [open(), aStream('slow')];
    let running = 0;
    let most = 0;
    const listening = new SubscriptionListener(store, await store.head(), stream, async () => {
      running += 1;
      most = Math.max(most, running);
      await append(store, aStream('meanwhile'), 'no-stream', 'x');
      running -= 1;
    });
    for (let revision = 0; revision < 20; revision++) {
      await append(store, stream, revision === 0 ? 'no-stream' : revision - 1, `${revision}`);
    }
    await listening.until(() => listening.events.length === 20);
    await listening.stop();
    expect([running, most]).toEqual([0, 1]);
    const before = await store.head();
    await append(store, stream, 19, 'late');
    const witness = new SubscriptionListener(store, before, stream);
    await witness.until(() => witness.events.length === 1);
    await witness.stop();
    expect(listening.types()).not.toContain('late');
  });

  it('stops at a batch that is rejected, and says why', async () => {
    const [store, stream] = [open(), aStream('failing')];
    const from = await store.head();
    await append(store, stream, 'no-stream', 'a');
    const seen: number[] = [];
    const failure = await new Promise<unknown>((resolve) => {
      store.subscribe({
        from,
        streamPrefixes: [stream],
        onBatch: ({ events }) => {
          seen.push(events.length);
          return Promise.reject(new Error('no'));
        },
        onFailure: resolve,
      });
    });
    expect(failure).toEqual(new Error('no'));
    expect(seen).toEqual([1]);
  });
}
