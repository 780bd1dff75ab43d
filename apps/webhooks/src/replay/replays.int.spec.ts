import { createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { newId } from '@halyard/core';
import { until } from '@halyard/testing/waiting';
import { DeliveryStage } from '../../test/support/delivery-stage.js';
import { aTenant, customerCreated, type WebhooksApp } from '../../test/support/webhooks-app.js';
import { DeliveryLimits } from '../delivery/delivery-limits.js';

const stage = new DeliveryStage();
const START = Date.parse('2026-03-02T00:00:00.000Z');
const HOUR_MS = 3_600_000;

/** A subscription with ten events that were delivered, one created each hour. */
async function delivered() {
  const tenant = aTenant();
  const receiver = await stage.listen();
  const app = await stage.start();
  const id = await app.subscribe(tenant, receiver.url);
  const events = Array.from({ length: 10 }, (_, at) =>
    customerCreated(tenant.accountId, undefined, new Date(START + at * HOUR_MS).toISOString()),
  );
  await app.hear(...events);
  await until('they are delivered', () => receiver.received.length === 10);
  const first = receiver.received.map(({ body }) => JSON.parse(body) as { id: string; sequence: number });
  receiver.received.length = 0;
  const replay = (body: object) => app.call('POST', `/webhook-subscriptions/${id}/replays`, tenant, body);
  const begun = async (body: object): Promise<string> => {
    const answer = await replay(body);
    if (answer.body.type !== 'created') throw new Error(JSON.stringify(answer.body));
    return answer.body.resource.id;
  };
  const done = (replayId: string) =>
    until('it is done', async () => {
      const { attributes } = await app.expect('resource', 'GET', `/replays/${replayId}`, tenant);
      return attributes['status'] === 'done';
    });
  const idsOf = (numbers: readonly number[]) =>
    numbers.map((number) => first.find(({ sequence }) => sequence === number)?.id).sort();
  return { app, tenant, id, receiver, replay, begun, done, idsOf };
}

const eventIdsOf = (bodies: readonly { readonly body: string }[]): string[] =>
  bodies.map(({ body }) => (JSON.parse(body) as { id: string }).id).sort();

/** Whether a transaction waits for a lock of another. */
async function somebodyWaits({ dataSource }: WebhooksApp): Promise<boolean> {
  const waits = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  return (await dataSource.query<unknown[]>(waits)).length > 0;
}

const between = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, at) => from + at);

describe('a replay', () => {
  it.each<[string, object, number[]]>([
    ['everything', {}, between(1, 10)],
    [
      'everything, where nothing is said of it',
      { fromSequence: null, toSequence: null, startDate: null, endDate: null, url: null },
      between(1, 10),
    ],
    ['a stretch of numbers', { fromSequence: 3, toSequence: 5 }, [3, 4, 5]],
    ['a time', { startDate: '2026-03-02T01:00:00Z', endDate: '2026-03-02T03:00:00Z' }, [2, 3, 4]],
    ['half a second', { startDate: '2026-03-02T01:00:00Z', endDate: '2026-03-02T01:00:00.500Z' }, [2]],
    ['what follows a number in a time', { fromSequence: 3, endDate: '2026-03-02T03:00:00.000Z' }, [3, 4]],
  ])('of %s delivers that once more, with ids and numbers, under its own id', async (_, body, numbers) => {
    const { app, tenant, receiver, begun, done, idsOf } = await delivered();
    const replayId = await begun(body);
    await done(replayId);
    await until('they are delivered', () => receiver.received.length >= numbers.length);
    expect(eventIdsOf(receiver.received)).toEqual(idsOf(numbers));
    for (const { headers, body: text } of receiver.received) {
      const { sequence, replayId: told } = JSON.parse(text) as { sequence: number; replayId: string };
      expect([headers['x-service-sequence'], headers['x-service-replay'], told]).toEqual([
        String(sequence),
        replayId,
        replayId,
      ]);
    }
    const shown = await app.expect('resource', 'GET', `/replays/${replayId}`, tenant);
    expect(shown.attributes).toMatchObject({
      status: 'done',
      events: numbers.length,
      queuedTo: shown.attributes['toSequence'],
    });
  });

  it('goes to another URL where one is given, and changes no number', async () => {
    const { app, tenant, id, receiver, begun, done, idsOf } = await delivered();
    const elsewhere = await stage.listen();
    await done(await begun({ toSequence: 2, url: elsewhere.url }));
    await until('they are delivered', () => elsewhere.received.length >= 2);
    expect(eventIdsOf(elsewhere.received)).toEqual(idsOf([1, 2]));
    expect(receiver.received).toEqual([]);
    for (const { headers, body } of elsewhere.received) {
      const signature = createHmac('sha256', 'sssh').update(body).digest('hex');
      expect(headers['x-request-signature-sha-256']).toBe(signature);
    }
    const urls = async (): Promise<(string | undefined)[]> => {
      const path = `/webhook-subscriptions/${id}/webhooks`;
      const { items } = await app.expect('collection', 'GET', path, tenant, undefined, { limit: '2', offset: '8' });
      const attempts = items.flatMap(({ attributes }) => attributes['attempts'] as { request: { url: string } }[]);
      return attempts.map(({ request }) => request.url).sort();
    };
    const both = [receiver.url, receiver.url, elsewhere.url, elsewhere.url].sort();
    await until('their attempts say where they went', async () => (await urls()).length === 4);
    expect(await urls()).toEqual(both);
    await app.hear(customerCreated(tenant.accountId));
    await until('the next one is delivered', () => receiver.received.length === 1);
    expect((JSON.parse(receiver.received[0]?.body ?? '') as { sequence: number }).sequence).toBe(11);
    expect((await app.pull(tenant, id, {})).body).toMatchObject({ total: 11 });
  });

  it('to a URL that hangs holds up nothing that is recorded meanwhile', async () => {
    const { app, tenant, receiver, begun } = await delivered();
    const hanging = await stage.listen(() => undefined);
    const replayId = await begun({ url: hanging.url });
    await until('it hangs', () => hanging.received.length >= new DeliveryLimits().replaysPerSubscription);
    await app.hear(customerCreated(tenant.accountId));
    await until('the new one has come', () => receiver.received.length === 1);
    const ended = `SELECT 1 FROM attempts JOIN deliveries ON deliveries.id = resend_id WHERE replay_id = $1`;
    expect(await app.dataSource.query(ended, [replayId])).toEqual([]);
  });

  it.each<[object, string]>([
    [{ fromSequence: 11 }, '/fromSequence'],
    [{ fromSequence: 0 }, '/fromSequence'],
    [{ toSequence: 11 }, '/toSequence'],
    [{ fromSequence: 3, toSequence: 2 }, '/toSequence'],
    [{ startDate: '2026-03-02' }, '/startDate'],
    [{ startDate: '2026-03-02T02:00:00Z', endDate: '2026-03-02T01:00:00Z' }, '/endDate'],
    [{ url: 'http://169.254.169.254/' }, '/url'],
    [{ url: 'ftp://example.com/' }, '/url'],
  ])('of %j is refused', async (body, path) => {
    const { replay } = await delivered();
    expect(await replay(body)).toMatchObject({ status: 400, body: { faults: [{ path }] } });
  });

  it('is told apart from what is not kept any more, and is the application’s own', async () => {
    const { app, tenant, id, begun, replay } = await delivered();
    const replayId = await begun({});
    for (const stranger of [aTenant(), { ...tenant, applicationId: newId() }]) {
      for (const [method, path] of [
        ['GET', `/replays/${replayId}`],
        ['GET', `/webhook-subscriptions/${id}/replays`],
        ['POST', `/webhook-subscriptions/${id}/replays`],
      ] as const) {
        expect((await app.call(method, path, stranger, {})).status).toBe(404);
      }
    }
    const list = await app.expect('collection', 'GET', `/webhook-subscriptions/${id}/replays`, tenant);
    expect([list.total, list.items[0]?.id]).toEqual([1, replayId]);
    await app.dataSource.query('DELETE FROM deliveries WHERE subscription_id = $1 AND sequence < 4', [id]);
    expect(await replay({ fromSequence: 2 })).toMatchObject({ status: 410, body: { code: 'Gone' } });
  });

  it('is refused while five of the subscription run, however many come at once', async () => {
    const { app, tenant, id } = await delivered();
    // Or the first would be over before the second is looked at.
    await stage.stop(app);
    const idle = await stage.start({ worker: false });
    const replay = () => idle.call('POST', `/webhook-subscriptions/${id}/replays`, tenant, {});
    await idle.dataSource.query(
      `INSERT INTO replays (id, subscription_id, from_sequence, to_sequence, queued, events, created_at)
       SELECT gen_random_uuid(), $1, 1, 10, 0, 0, now() FROM generate_series(1, 4)`,
      [id],
    );
    expect((await Promise.all([replay(), replay()])).map(({ status }) => status).sort()).toEqual([201, 400]);
  });

  it.each([
    ['is of no subscription that is being deleted', 'DELETE FROM subscriptions WHERE id = $1', 404],
    // A weaker lock beside those of recording and of attempts would let the two deadlock.
    ['waits for whoever writes to its subscription', 'SELECT FROM subscriptions WHERE id = $1 FOR NO KEY UPDATE', 201],
  ])('%s', async (_, sql, status) => {
    const { app, id, replay } = await delivered();
    const other = app.dataSource.createQueryRunner();
    await other.startTransaction();
    await other.query(sql, [id]);
    let isAnswered = false;
    const answer = replay({}).finally(() => (isAnswered = true));
    await until('it waits', async () => isAnswered || (await somebodyWaits(app)));
    expect(isAnswered).toBe(false);
    await other.commitTransaction();
    await other.release();
    expect((await answer).status).toBe(status);
  });

  it('that is being deleted holds up no other', async () => {
    const { app, tenant, begun, done } = await delivered();
    const locked = await begun({});
    await done(locked);
    await app.dataSource.query('UPDATE replays SET queued = 0 WHERE id = $1', [locked]);
    const deleting = app.dataSource.createQueryRunner();
    await deleting.startTransaction();
    await deleting.query('SELECT FROM replays WHERE id = $1 FOR UPDATE', [locked]);
    await app.dataSource.query(
      `INSERT INTO due_work (kind, key, due_at, run_at, data) VALUES ('webhook-replay', $1, $2, $2, '{}')
       ON CONFLICT (kind, key) DO UPDATE SET run_at = excluded.run_at`,
      [locked, new Date(0)],
    );
    const other = await begun({});
    const isDone = async () =>
      (await app.expect('resource', 'GET', `/replays/${other}`, tenant)).attributes['status'] === 'done';
    await until('the other is done', isDone);
    await deleting.rollbackTransaction();
    await deleting.release();
    await done(locked);
  });

  it('goes with its subscription', async () => {
    const { app, tenant, id, begun } = await delivered();
    const replayId = await begun({});
    await app.call('DELETE', `/webhook-subscriptions/${id}`, tenant);
    expect((await app.call('GET', `/replays/${replayId}`, tenant)).status).toBe(404);
  });
});

const PARTS = `
  WITH old AS (SELECT * FROM public_events WHERE account_id = $1 LIMIT 1), new AS (
    INSERT INTO public_events (
      id, recorded_at, account_id, position, customer_id, topic, resource_kind, resource_id, created_at
    )
    SELECT gen_random_uuid(), recorded_at, account_id, n, customer_id, topic, resource_kind, resource_id, created_at
    FROM old, generate_series(11, 1200) AS n
    RETURNING *
  ), numbered AS (UPDATE subscriptions SET sequence = 1200 WHERE id = $2)
  INSERT INTO deliveries (recorded_at, subscription_id, sequence, event_id, resource_id, state)
  SELECT recorded_at, $2, position, id, resource_id, 'delivered' FROM new`;

it('goes on where it was when its process is gone, sends nothing twice, and sends 500 a second at most', async () => {
  const { app, tenant, id, begun } = await delivered();
  await app.dataSource.query(PARTS, [tenant.accountId, id]);
  const replayId = await begun({});
  await until('a part is queued', async () => (await queuedOf(app, replayId)) > 0);
  await stage.stop(app);
  const next = await stage.start();
  await until('it is done', async () => {
    const { attributes } = await next.expect('resource', 'GET', `/replays/${replayId}`, tenant);
    return attributes['status'] === 'done';
  });
  const rows = await next.dataSource.query<{ sequence: string }[]>(
    'SELECT sequence FROM deliveries WHERE replay_id = $1 ORDER BY sequence',
    [replayId],
  );
  expect(rows.map(({ sequence }) => Number(sequence))).toEqual(between(1, 1200));

  const parts = await next.dataSource.query<{ events: number; at: Date }[]>(
    'SELECT count(*)::int AS events, requested_at AS at FROM deliveries WHERE replay_id = $1 GROUP BY at ORDER BY at',
    [replayId],
  );
  expect(parts.map(({ events }) => events)).toEqual([500, 500, 200]);
  const [first, second, third] = parts.map(({ at }) => at.getTime());
  expect(Math.min(Number(second) - Number(first), Number(third) - Number(second))).toBeGreaterThanOrEqual(1_000);
});

const queuedOf = async (app: WebhooksApp, id: string): Promise<number> => {
  const [row] = await app.dataSource.query<[{ queued: string }]>('SELECT queued FROM replays WHERE id = $1', [id]);
  return Number(row.queued);
};
