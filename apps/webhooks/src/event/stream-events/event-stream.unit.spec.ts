import { expect, it } from '@jest/globals';
import { until } from '@halyard/testing/waiting';
import type { PublicEvent } from '../public-event.js';
import { EventStream, type EventStreamOptions } from './event-stream.js';

const event: PublicEvent = {
  id: 'e',
  accountId: 'a',
  customerId: null,
  topic: 'transfer_created',
  resourceKind: 'transfer',
  resourceId: 't',
  resourceVersion: 1,
  createdAt: new Date(0),
};

const aStream = (options: Partial<EventStreamOptions<PublicEvent>>) => {
  const asked: [bigint, bigint][] = [];
  const stream = new EventStream({
    after: 0n,
    newest: 0n,
    pageSize: 100,
    heartbeatMs: 60_000,
    read: (from, to) => {
      asked.push([from, to]);
      const count = Number(to - from) + 1;
      return Promise.resolve(
        Array.from({ length: count }, (_, at) => ({ position: `${from + BigInt(at)}`, item: event })),
      );
    },
    textOf: () => 'x'.repeat(1_000),
    onFailure: () => undefined,
    ...options,
  });
  return { stream, asked };
};

it('reads no more than a page ahead of a reader that takes nothing, however much there is', async () => {
  const { stream, asked } = aStream({ newest: 1_000_000n });
  stream.read(1);
  await until('a page is there', () => stream.readableLength > 90_000);
  stream.advance(2_000_000n);
  await new Promise((resolve) => setImmediate(resolve));
  expect(asked).toEqual([[1n, 100n]]);
  expect(stream.readableLength).toBeLessThan(110_000);
  stream.destroy();
});

it('shows that it lives while nothing happens', async () => {
  const { stream } = aStream({ heartbeatMs: 1 });
  let text = '';
  stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  await until('two beats', () => text.split('\n\n').filter((line) => line === ': ').length >= 2);
  stream.destroy();
});

it('says how far it has come where nothing is let through, also while it reads on', async () => {
  const hung = Promise.withResolvers<readonly []>();
  const { stream } = aStream({
    newest: 250n,
    heartbeatMs: 1,
    read: (from) => (from > 200n ? hung.promise : Promise.resolve([])),
  });
  let text = '';
  stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  await until('it is told', () => text.includes('event: position'));
  await until('it beats', () => text.endsWith('\n\n: \n\n'));
  expect(text.match(/^id: \d+$/gm)).toEqual(['id: 0', 'id: 200']);
  hung.resolve([]);
  await until('the rest is told', () => text.includes('event: position\ndata: {}\nid: 250\n\n'));
  stream.destroy();
});

it('ends where it can’t read on, and tells why', async () => {
  const failures: unknown[] = [];
  const away = new Error('away');
  const read = (): Promise<never> => Promise.reject(away);
  const { stream } = aStream({ newest: 1n, read, onFailure: (error) => failures.push(error) });
  expect(Buffer.concat((await stream.toArray()) as Buffer[]).toString()).toBe(
    'retry: 1000\nevent: begin\ndata: {}\nid: 0\n\n',
  );
  expect(failures).toEqual([away]);
});
