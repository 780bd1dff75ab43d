import { newId } from '@halyard/core';
import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, it } from '@jest/globals';
import { counts } from '@halyard/testing/counts';
import { Client } from 'pg';
import { Admin } from '../../test/admin.js';
import type { TestLog } from '../../test/test-log.js';
import { openTestLog } from '../../test/test-log.js';
import { append, all, aStream, SubscriptionListener, types } from '../../test/behaviour/support.js';
import { eventStoreBehaviour } from '../../test/event-store.behaviour.js';
import type { NewEvent } from '../event-store.js';
import { APPEND_EVENTS, appendParameters } from './append-group.js';
import { encodeAppend } from '../encoded-append.js';
import { OutstandingSubmission } from '../outstanding.js';
import { DEFAULT_NAMESPACE, Namespace } from '../namespace.js';
import type { PostgresEventStore } from './postgres-event-store.js';

eventStoreBehaviour('PostgresEventStore', openTestLog, counts.eventStore, ['connections', 'restarts', 'namespaces']);

let log: TestLog;
let admin: Admin;
beforeAll(async () => {
  log = await openTestLog();
  admin = new Admin(log.url);
});
afterAll(async () => {
  await admin.end();
  await log.close();
});

const anEvent = (type: string): NewEvent => ({ id: newId(), type, data: {} });

describe('the global order', () => {
  it('shows a subscriber every event of four writers, while a slow transaction holds them up', async () => {
    const rounds = counts.eventStore.appendsInOrder;
    const kind = aStream('order');
    const store = log.open();
    const listening = new SubscriptionListener(store, await store.head(), kind);
    const slow = new Client({ connectionString: log.url });
    await slow.connect();
    const write = async (writer: PostgresEventStore, stream: string): Promise<void> => {
      for (let round = 0; round < rounds; round++) {
        await append(writer, stream, round === 0 ? 'no-stream' : round - 1, `${round}`);
      }
    };
    const writing = Promise.all([1, 2, 3, 4].map((number) => write(log.open(), `${kind}-${number}`)));
    for (let held = 0; held < 5; held++) {
      const seen = listening.events.length;
      const events = [anEvent('slow'), anEvent('slow')];
      const values = appendParameters(
        [
          {
            append: encodeAppend({ stream: `${kind}-slow-${held}`, expected: 'no-stream', events }),
            after: [],
            submission: new OutstandingSubmission(),
          },
        ],
        new Namespace(DEFAULT_NAMESPACE),
      );
      await slow.query('BEGIN');
      await slow.query({ ...APPEND_EVENTS, values });
      // Time for the others to overtake it, if they could.
      await slow.query('SELECT pg_sleep(0.02)');
      await slow.query('COMMIT');
      await listening.until(() => listening.events.length > seen);
    }
    await writing;
    await slow.end();
    await listening.until(() => listening.events.length === 4 * rounds + 10);
    await listening.stop();

    const positions = listening.events.map(({ position }) => position);
    expect(positions.every((position, index) => index === 0 || position > (positions[index - 1] ?? 0n))).toBe(true);
    for (const number of [1, 2, 3, 4]) {
      const seen = listening.events.filter(({ stream }) => stream === `${kind}-${number}`);
      expect(seen.map(({ revision }) => revision)).toEqual(Array.from({ length: rounds }, (_, index) => index));
    }
  });
});

describe('a lost database', () => {
  it('is EventStoreUnavailable while Postgres stays away, and forgotten once it is back', async () => {
    const [store, stream] = [log.open(), aStream('away')];
    await append(store, stream, 'no-stream', 'a');
    const listening = new SubscriptionListener(store, await store.head(), stream);
    await admin.allowConnections(false);
    const results = await Promise.allSettled([
      append(store, stream, 0, 'b'),
      append(store, stream, 1, 'on top of b'),
      all(store, stream),
      store.head(),
    ]);
    await admin.allowConnections(true);
    expect(results).toMatchObject(Array(4).fill({ reason: { name: 'EventStoreUnavailable' } }));
    await append(store, stream, 0, 'c');
    await listening.until(() => listening.events.length === 1);
    await listening.stop();
    expect(await types(store, stream)).toEqual(['a', 'c']);
  });
});

describe('a chain whose database goes away', () => {
  it('has no known outcome as far as it was sent, is lost as far as it waited, and may be submitted again', async () => {
    const [store, streams] = [log.open(), [aStream(), aStream(), aStream()]];
    const links = streams.map((stream) => ({ stream, expected: 'no-stream' as const, events: [anEvent('a')] }));
    await admin.allowConnections(false);
    const [first, second, third] = links;
    const sent = store.submit(first);
    const withIt = store.submit(second, [sent]);
    // The turn has ended and the group is on its way, for as long as it is tried.
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    const waiting = store.submit(third, [withIt]);
    const results = await Promise.allSettled([sent, withIt, waiting].map(({ committed }) => committed));
    await admin.allowConnections(true);
    const reason = { name: 'EventStoreUnavailable' };
    expect(results).toMatchObject([
      { reason },
      { reason },
      { reason: { name: 'PredecessorLost', stream: third.stream, cause: reason } },
    ]);
    const again = store.submit(first);
    const behind = store.submit(third, [store.submit(second, [again])]);
    await behind.committed;
    for (const stream of streams) expect(await types(store, stream)).toEqual(['a']);
  });
});

describe('a statement that Postgres refuses', () => {
  it('fails what rests on it in other streams, also where groups are taken apart', async () => {
    const [store, bad, other, beside] = [log.open(), aStream(), aStream(), aStream()];
    const refused = store.submit({ stream: bad, expected: 'no-stream', events: [anEvent('a NUL: \0')] });
    const behind = store.submit({ stream: other, expected: 'no-stream', events: [anEvent('lost')] }, [refused]);
    const apart = store.submit({ stream: beside, expected: 'no-stream', events: [anEvent('a')] });
    await expect(behind.committed).rejects.toMatchObject({ name: 'PredecessorLost', stream: other });
    await apart.committed;
    expect(await types(store, other)).toEqual([]);
  });

  it('fails its own append and those on top of it, and none beside it', async () => {
    const [store, stream, bad] = [log.open(), aStream(), aStream()];
    const results = await Promise.allSettled([
      append(store, stream, 'no-stream', 'a'),
      append(store, bad, 'no-stream', 'a NUL: \0'),
      append(store, bad, 0, 'on top of it'),
      append(store, stream, 0, 'b'),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
    expect(await types(store, stream)).toEqual(['a', 'b']);
    expect(await types(store, bad)).toEqual([]);
  });
});

describe('the log', () => {
  let own: TestLog;
  beforeEach(async () => {
    own = await openTestLog();
  });
  afterEach(() => own.close());

  it('numbers its positions from 1 without a hole, over conflicts and repeats', async () => {
    const [one, other] = [own.open(), own.open()];
    const streams = Array.from({ length: 4 }, () => aStream());
    const again = { stream: aStream(), expected: 'no-stream' as const, events: [anEvent('a')] };
    await Promise.allSettled(
      Array.from({ length: 40 }, (_, round) =>
        streams.flatMap((stream) =>
          [one, other].flatMap((store) => [
            append(store, stream, round === 0 ? 'no-stream' : round - 1, 'x'),
            store.append(again),
          ]),
        ),
      ).flat(),
    );
    const listening = new SubscriptionListener(one, 0n, '');
    const head = await one.head();
    await listening.until(() => listening.position === head);
    await listening.stop();
    expect(listening.events.map(({ position }) => position)).toEqual(
      Array.from({ length: Number(head) }, (_, index) => BigInt(index + 1)),
    );
    expect(head).toBeGreaterThanOrEqual(161n);
  });

  it('tells a subscriber what its own process appended without reading it', async () => {
    const [store, stream] = [own.open(), aStream()];
    const listening = new SubscriptionListener(store, 0n, '');
    for (let revision = 0; revision < 5; revision++) {
      await append(store, stream, revision === 0 ? 'no-stream' : revision - 1, `${revision}`);
      await listening.until(() => listening.events.length === revision + 1);
    }
    const client = new Client({ connectionString: own.url });
    await client.connect();
    const { rows } = await client.query<{ name: string }>(
      `SELECT application_name AS name FROM pg_stat_activity
       WHERE datname = current_database() AND application_name LIKE 'event-store-%'`,
    );
    await client.end();
    expect(rows.map(({ name }) => name)).not.toContain('event-store-reader');
    expect(rows.map(({ name }) => name)).toContain('event-store-writer');
    await listening.stop();
    expect(listening.events).toEqual(await all(own.open(), stream));
  });

  it('gets no gap when the server has lost what this process knows to be stored', async () => {
    const [store, stream] = [own.open(), aStream()];
    await append(store, stream, 'no-stream', 'a');
    for (const revision of [0, 1, 2]) await append(store, stream, revision, 'lost');
    const client = new Client({ connectionString: own.url });
    await client.connect();
    await client.query('DELETE FROM events WHERE stream = $1 AND revision > 0', [`${DEFAULT_NAMESPACE}_${stream}`]);
    await client.end();

    await expect(append(store, stream, 3, 'behind a gap')).rejects.toMatchObject({ name: 'WrongExpectedRevision' });
    await expect(append(store, stream, 2, 'behind a gap')).rejects.toMatchObject({ name: 'WrongExpectedRevision' });
    await append(store, stream, 0, 'b');
    await append(store, stream, 1, 'c');
    expect(await types(store, stream)).toEqual(['a', 'b', 'c']);
  });

  it('gets no gap from an append that expects more than this process has stored', async () => {
    const [store, stream] = [own.open(), aStream()];
    await append(store, stream, 'no-stream', 'a');
    await append(store, stream, 0, 'b');
    await expect(append(store, stream, 2, 'behind a gap')).rejects.toMatchObject({ name: 'WrongExpectedRevision' });
    expect(await types(store, stream)).toEqual(['a', 'b']);
  });

  it('keeps the time at which the database recorded each event', async () => {
    const stream = aStream();
    await append(own.open(), stream, 'no-stream', 'a');
    const client = new Client({ connectionString: own.url });
    await client.connect();
    const { rows } = await client.query("SELECT now() - recorded_at < interval '1 minute' AS recent FROM events");
    await client.end();
    expect(rows).toEqual([{ recent: true }]);
  });
});
