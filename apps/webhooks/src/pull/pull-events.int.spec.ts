import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { ApplicationPrincipal, CollectionAnswer } from '@halyard/contracts';
import { newId } from '@halyard/core';
import type { TestDatabase } from '@halyard/testing';
import { createTestDatabase } from '@halyard/testing';
import { until } from '@halyard/testing/waiting';
import { aTenant, customerCreated, WebhooksApp } from '../../test/support/webhooks-app.js';

let database: TestDatabase;
let webhooks: WebhooksApp;
let other: WebhooksApp;
let tenant: ApplicationPrincipal;
let subscription: string;

beforeAll(async () => {
  database = await createTestDatabase();
  webhooks = await WebhooksApp.on(database, { worker: false });
  other = await WebhooksApp.on(database, { worker: false });
});
afterAll(async () => {
  await other.close();
  await webhooks.close();
  await database.drop();
});
beforeEach(async () => {
  tenant = aTenant();
  subscription = await webhooks.subscribe(tenant, 'http://127.0.0.1:9/');
});

const many = (count: number) => Array.from({ length: count }, () => newId());
const record = (ids: readonly string[], app = webhooks) =>
  app.hear(...ids.map((id) => customerCreated(tenant.accountId, id)));
const pull = (query: Record<string, string> = {}, who = tenant) => webhooks.pull(who, subscription, { query });
const seen = (answer: Awaited<ReturnType<typeof pull>>): [unknown, unknown][] =>
  (answer.body as CollectionAnswer).items.map(({ attributes }) => [attributes['sequence'], attributes['resourceId']]);

describe('GET /webhook-subscriptions/{id}/events', () => {
  it('gives the events of a subscription by their numbers, oldest first, and how many are left', async () => {
    const ids = many(5);
    await record(ids);
    const first = await pull({ limit: '3' });
    expect(first).toMatchObject({ status: 200, body: { self: { kind: 'pullSubscriptionEvents' }, total: 5 } });
    expect(seen(first)).toEqual(ids.slice(0, 3).map((id, at) => [at + 1, id]));
    const rest = await pull({ after: '3' });
    expect([seen(rest), (rest.body as CollectionAnswer).total]).toEqual([
      [
        [4, ids[3]],
        [5, ids[4]],
      ],
      2,
    ]);
    expect(await pull({ after: '5' })).toMatchObject({ status: 200, body: { items: [], total: 0 } });
  });

  it('waits for the next event, whichever process records it, and not for those of others', async () => {
    await record(many(1));
    let isAnswered = false;
    const waiting = pull({ after: '1', wait: '20' }).finally(() => (isAnswered = true));
    await until('it waits', async () => (await listeners()) > 0);
    await other.hear(customerCreated(newId()));
    expect(isAnswered).toBe(false);
    const [id = ''] = many(1);
    await record([id], other);
    expect(seen(await waiting)).toEqual([[2, id]]);
  });

  it('answers with nothing once the time is over', async () => {
    expect(await pull({ wait: '1' })).toMatchObject({ status: 200, body: { items: [], total: 0 } });
  });

  it('answers with nothing once its process stops', async () => {
    const stop = new AbortController();
    const stopping = webhooks.pull(tenant, subscription, { query: { wait: '20' }, stopping: stop.signal });
    const going = pull({ wait: '10' });
    await until('they wait', async () => (await listeners()) > 0);
    stop.abort();
    expect(await Promise.race([stopping.then(() => 'stopping'), going.then(() => 'going on')])).toBe('stopping');
    expect(await stopping).toMatchObject({ status: 200, body: { items: [], total: 0 } });
    await record(many(1));
    expect(seen(await going)).toHaveLength(1);
  });

  it('says which number is the oldest where the next one is not kept any more', async () => {
    await record(many(4));
    await webhooks.dataSource.query('DELETE FROM deliveries WHERE subscription_id = $1 AND sequence < 3', [
      subscription,
    ]);
    const message = 'The oldest event that is kept has number 3.';
    expect(await pull({ after: '1' })).toMatchObject({ status: 410, body: { code: 'Gone', message } });
    expect(seen(await pull({ after: '2' }))).toHaveLength(2);
    await webhooks.dataSource.query('DELETE FROM deliveries WHERE subscription_id = $1', [subscription]);
    expect(await pull({ after: '3' })).toMatchObject({ status: 410 });
    expect(await pull({ after: '4' })).toMatchObject({ status: 200 });
  });

  it('says so too where the events alone are gone, and not their deliveries', async () => {
    const ids = many(4);
    await record(ids);
    const forget = (resources: readonly string[]) =>
      webhooks.dataSource.query('DELETE FROM public_events WHERE resource_id = ANY ($1)', [resources]);
    await forget(ids.slice(0, 2));
    const message = 'The oldest event that is kept has number 3.';
    expect(await pull({ limit: '1' })).toMatchObject({ status: 410, body: { code: 'Gone', message } });
    expect(seen(await pull({ after: '2' }))).toHaveLength(2);
    await forget(ids);
    expect(await pull({ after: '2' })).toMatchObject({ status: 410 });
    expect(await pull({ after: '4' })).toMatchObject({ status: 200, body: { items: [], total: 0 } });
  });

  it('passes over nothing that is gone between others', async () => {
    await record(many(5));
    await webhooks.dataSource.query('DELETE FROM deliveries WHERE subscription_id = $1 AND sequence = 3', [
      subscription,
    ]);
    const numbers = async (query: Record<string, string> = {}) => seen(await pull(query)).map(([number]) => number);
    expect(await numbers()).toEqual([1, 2]);
    const message = 'The oldest event that is kept has number 4.';
    expect(await pull({ after: '2' })).toMatchObject({ status: 410, body: { code: 'Gone', message } });
    expect(await numbers({ after: '3' })).toEqual([4, 5]);
  });

  it('says so too where all of them go between two looks', async () => {
    await record(many(4));
    const { manager } = webhooks.dataSource;
    const query = manager.query.bind(manager);
    const meanwhile = jest.spyOn(manager, 'query').mockImplementationOnce(async (...asked) => {
      const numbers: unknown = await query(...asked);
      await query('DELETE FROM deliveries WHERE subscription_id = $1', [subscription]);
      return numbers;
    });
    const message = 'The oldest event that is kept has number 5.';
    expect(await pull()).toMatchObject({ status: 410, body: { code: 'Gone', message } });
    meanwhile.mockRestore();
  });

  it('says so too where some go between two looks', async () => {
    await record(many(4));
    const { manager } = webhooks.dataSource;
    const query = manager.query.bind(manager);
    const meanwhile = jest.spyOn(manager, 'query').mockImplementationOnce(async (...asked) => {
      const numbers: unknown = await query(...asked);
      await query('DELETE FROM deliveries WHERE subscription_id = $1 AND sequence < 3', [subscription]);
      return numbers;
    });
    const message = 'The oldest event that is kept has number 3.';
    expect(await pull()).toMatchObject({ status: 410, body: { code: 'Gone', message } });
    meanwhile.mockRestore();
  });

  it.each([
    [{ after: '1' }, '/query/after'],
    [{ after: '-1' }, '/query/after'],
    [{ wait: '21' }, '/query/wait'],
    [{ limit: '201' }, '/query/limit'],
  ])('refuses %j', async (query, path) => {
    expect(await pull(query)).toMatchObject({ status: 400, body: { faults: [{ path }] } });
  });

  it('has so many questions of an application that wait', async () => {
    const statuses: number[] = [];
    const asked = Array.from({ length: 12 }, async () => statuses.push((await pull({ wait: '20' })).status));
    await until('two are refused', () => statuses.length === 2);
    expect([statuses, (await pull()).status]).toEqual([[429, 429], 200]);
    await record(many(1));
    await Promise.all(asked);
    expect(statuses.slice(2)).toEqual(Array<number>(10).fill(200));
  });

  it('is the application’s own', async () => {
    for (const stranger of [aTenant(), { ...tenant, applicationId: newId() }]) {
      expect((await pull({}, stranger)).status).toBe(404);
    }
  });
});

const listeners = async (): Promise<number> => {
  const sql = `SELECT count(*)::int AS count FROM pg_stat_activity
               WHERE query LIKE 'LISTEN %webhook_events"' AND datname = current_database()`;
  return (await webhooks.dataSource.query<[{ count: number }]>(sql))[0].count;
};
