import { newId } from '@halyard/core';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { until } from '@halyard/testing/waiting';
import type { EncodedAppend } from './encoded-append.js';
import type { Append, AppendResult, Submission } from './event-store.js';
import { EventStoreUnavailable, WrongExpectedRevision } from './event-store.js';
import { InMemoryEventStore } from './in-memory-event-store.js';
import { StreamAppendQueues } from './stream-append-queues.js';

const STREAM = 'balance-1';

/** A store that takes one append at a time, and holds back the next calls. */
class Server {
  readonly store = new InMemoryEventStore();
  readonly calls: string[] = [];
  /** What happens in place of the next calls. */
  readonly faults: (() => Promise<void>)[] = [];

  readonly commit = async ({ stream, expected, events }: EncodedAppend): Promise<AppendResult> => {
    this.calls.push(`${stream} ${expected} ${events.map(({ type }) => type).join('')}`);
    await this.faults.shift()?.();
    return this.store.append({
      stream,
      expected: expected < 0 ? 'no-stream' : expected,
      events: events.map(({ id, type, data }) => ({ id, type, data: JSON.parse(data) as unknown })),
    });
  };
}

let server: Server;
let queues: StreamAppendQueues;
let release: () => void;
beforeEach(() => {
  server = new Server();
  queues = new StreamAppendQueues(server.commit);
  release = () => undefined;
});

const appendOf = (expected: number, types: string, stream = STREAM): Append => ({
  stream,
  expected: expected < 0 ? 'no-stream' : expected,
  events: [...types].map((type) => ({ id: newId(), type, data: {} })),
});

const submit = (expected: number, types: string, after: readonly Submission[] = [], stream = STREAM): Submission =>
  queues.submit(appendOf(expected, types, stream), after);

/** A call that is under way until it is released. */
async function held(expected = -1): Promise<Submission> {
  const gate = new Promise<void>((resolve) => (release = resolve));
  server.faults.push(() => gate);
  const first = submit(expected, 'a');
  await until('the first is under way', () => server.calls.length > 0);
  return first;
}

const settled = (submissions: readonly Submission[]) =>
  Promise.allSettled(submissions.map(({ committed }) => committed));

const stored = async (): Promise<string> => {
  let types = '';
  for await (const { type } of server.store.read(STREAM)) types += type;
  return types;
};

describe('appends that wait for their stream', () => {
  it('go out as one where each follows the one in front of it', async () => {
    const first = await held();
    const waiting = [submit(0, 'b'), submit(1, 'cd'), submit(3, 'e')];
    release();
    const outcomes = await Promise.all([first, ...waiting].map(({ committed }) => committed));
    expect(outcomes.map(({ revision }) => revision)).toEqual([0, 1, 3, 4]);
    expect(server.calls).toEqual([`${STREAM} -1 a`, `${STREAM} 0 bcde`]);
  });

  it('stay apart where one does not follow: it was decided on something else', async () => {
    const first = await held();
    const waiting = [submit(0, 'b'), submit(0, 'x'), submit(1, 'c')];
    release();
    expect(await settled([first, ...waiting])).toMatchObject([
      { value: { revision: 0 } },
      { value: { revision: 1 } },
      { reason: new WrongExpectedRevision(STREAM) },
      { reason: { name: 'PredecessorLost' } },
    ]);
    expect(await stored()).toBe('ab');
  });

  it('rest only on what is committed or goes out with them', async () => {
    await held();
    const unsent = queues.submit(appendOf(-1, 'p', 'payment-1'), []);
    const inFront = submit(0, 'b');
    const waiting = [inFront, submit(1, 'c', [inFront]), submit(2, 'd', [unsent])];
    let let2 = (): void => undefined;
    server.faults.push(() => new Promise<void>((resolve) => (let2 = resolve)));
    await until('the payment is under way', () => server.calls.length === 2);
    release();
    await until('what is ready has gone out', () => server.calls.length === 3);
    expect(server.calls[2]).toBe(`${STREAM} 0 bc`);
    let2();
    await Promise.all(waiting.map(({ committed }) => committed));
    expect(server.calls[3]).toBe(`${STREAM} 2 d`);
  });

  it('are not sent where what they rest on failed meanwhile', async () => {
    await held();
    const failing = submit(7, 'p', [], 'payment-1');
    const waiting = [submit(0, 'b'), submit(1, 'c', [failing]), submit(2, 'd')];
    await settled([failing]);
    release();
    expect(await settled(waiting)).toMatchObject([
      { value: { revision: 1 } },
      { reason: { name: 'PredecessorLost' } },
      { reason: { name: 'PredecessorLost' } },
    ]);
    expect(await stored()).toBe('ab');
  });

  it('lose a race together: they were decided on each other', async () => {
    await held();
    const waiting = [submit(0, 'b'), submit(1, 'c'), submit(2, 'd')];
    server.faults.push(async () => {
      await server.store.append(appendOf(0, 'x'));
    });
    release();
    expect(await settled(waiting)).toMatchObject([
      { reason: new WrongExpectedRevision(STREAM) },
      { reason: { name: 'PredecessorLost', cause: new WrongExpectedRevision(STREAM) } },
      { reason: { name: 'PredecessorLost', cause: new WrongExpectedRevision(STREAM) } },
    ]);
    expect(await stored()).toBe('ax');
  });

  it('are settled each by itself where the first of them is stored already', async () => {
    await held();
    const again = appendOf(0, 'b');
    server.faults.push(async () => {
      await server.store.append(again);
    });
    const waiting = [queues.submit(again, []), submit(1, 'c')];
    release();
    expect(await settled(waiting)).toMatchObject([{ value: { revision: 1 } }, { value: { revision: 2 } }]);
    expect(await stored()).toBe('abc');
  });

  it('are sent each by itself where the server refuses them as one', async () => {
    await held();
    server.faults.push(() => Promise.reject(new Error('MaximumAppendSizeExceeded')));
    const waiting = [submit(0, 'b'), submit(1, 'c')];
    release();
    expect(await settled(waiting)).toMatchObject([{ value: { revision: 1 } }, { value: { revision: 2 } }]);
    expect(server.calls.slice(1)).toEqual([`${STREAM} 0 bc`, `${STREAM} 0 b`, `${STREAM} 1 c`]);
  });

  it('all have an unknown outcome when their call has, and are found by a repeat', async () => {
    await held();
    const appends = [appendOf(0, 'b'), appendOf(1, 'c')];
    server.faults.push(async () => {
      await server.store.append({ ...appends[0], events: appends.flatMap(({ events }) => events) });
      throw new EventStoreUnavailable('lost after the commit');
    });
    const waiting = appends.map((append) => queues.submit(append, []));
    release();
    const unknown = { reason: { name: 'EventStoreUnavailable' } };
    expect(await settled(waiting)).toMatchObject([unknown, unknown]);
    const repeats = appends.map((append) => queues.submit(append, []));
    expect(await settled(repeats)).toMatchObject([{ value: { revision: 1 } }, { value: { revision: 2 } }]);
    expect(await stored()).toBe('abc');
  });

  it.each([
    ['events', 499, 10],
    ['text', 20, 20_000],
  ])('are no more than a bounded number or size of %s in one call', async (_, events, textLength) => {
    await held();
    const many = (expected: number): Append => ({
      stream: STREAM,
      expected,
      events: Array.from({ length: events }, () => ({ id: newId(), type: 'm', data: 'x'.repeat(textLength) })),
    });
    const waiting = [queues.submit(many(0), []), queues.submit(many(events), []), submit(2 * events, 'z')];
    release();
    await Promise.all(waiting.map(({ committed }) => committed));
    expect(server.calls.length).toBeGreaterThanOrEqual(3);
    expect(server.calls[1]).toBe(`${STREAM} 0 ${'m'.repeat(events)}`);
  });
});
