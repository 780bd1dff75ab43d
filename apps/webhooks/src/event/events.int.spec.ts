import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DAY_MS, newId } from '@halyard/core';
import type { TestDatabase } from '@halyard/testing';
import { createTestDatabase } from '@halyard/testing';
import { TestClock } from '@halyard/testing/clock';
import { until } from '@halyard/testing/waiting';
import { aTenant, customerCreated, WebhooksApp } from '../../test/support/webhooks-app.js';

let database: TestDatabase;
let webhooks: WebhooksApp;
beforeAll(async () => {
  database = await createTestDatabase();
  webhooks = await WebhooksApp.on(database, { worker: false });
});
afterAll(async () => {
  await webhooks.close();
  await database.drop();
});

const blocks = async (pid: number): Promise<boolean> => {
  const sql = 'SELECT 1 FROM pg_stat_activity WHERE $1 = ANY (pg_blocking_pids(pid))';
  return (await webhooks.dataSource.query<unknown[]>(sql, [pid])).length > 0;
};

const many = (accountId: string, count: number) => Array.from({ length: count }, () => customerCreated(accountId));

describe('GET /events', () => {
  it('lists an account’s events, newest first, with what they are about', async () => {
    const tenant = aTenant();
    const [first, second] = [newId(), newId()];
    await webhooks.hear(customerCreated(tenant.accountId, first), customerCreated(tenant.accountId, second));
    await webhooks.hear(customerCreated(newId()));
    const list = await webhooks.expect('collection', 'GET', '/events', tenant);
    expect(list).toMatchObject({
      self: { kind: 'listEvents', id: '' },
      of: 'event',
      total: 2,
      page: { limit: 25, offset: 0 },
    });
    expect(list.items.map(({ attributes }) => attributes['resourceId'])).toEqual([second, first]);
    const id = list.items[0]?.id;
    expect(list.items[0]).toEqual({
      type: 'resource',
      kind: 'event',
      id,
      attributes: { id, created: '2026-03-02T15:00:00.000Z', topic: 'customer_created', resourceId: second },
      links: {
        resource: { kind: 'customer', id: second },
        account: { kind: 'account', id: tenant.accountId },
        customer: { kind: 'customer', id: second },
      },
    });
    expect(await webhooks.expect('resource', 'GET', `/events/${id}`, tenant)).toEqual(list.items[0]);
  });

  it('pages with limit and offset, and an anchor holds new events off', async () => {
    const tenant = aTenant();
    await webhooks.hear(...many(tenant.accountId, 7));
    const whole = await webhooks.expect('collection', 'GET', '/events', tenant);
    const first = await webhooks.expect('collection', 'GET', '/events', tenant, undefined, { limit: '3' });
    await webhooks.hear(...many(tenant.accountId, 2));
    const anchor = first.page?.anchor ?? '';
    const rest = await webhooks.expect('collection', 'GET', '/events', tenant, undefined, {
      limit: '10',
      offset: '3',
      anchor,
    });
    expect([...first.items, ...rest.items]).toEqual(whole.items);
    expect([first.total, rest.total]).toEqual([7, 7]);
    expect((await webhooks.expect('collection', 'GET', '/events', tenant)).total).toBe(9);
  });

  it('misses nothing behind an anchor when a page of events is committed late', async () => {
    const tenant = aTenant();
    const late = webhooks.dataSource.createQueryRunner();
    await late.startTransaction();
    await webhooks.hearWithin(late.manager, ...many(tenant.accountId, 2));
    const [{ pid }] = await late.manager.query<[{ pid: number }]>('SELECT pg_backend_pid() AS pid');
    let isThere = false;
    const next = webhooks.hear(customerCreated(tenant.accountId)).then(() => (isThere = true));
    await until('it waits or is done', async () => isThere || (await blocks(pid)));
    const first = await webhooks.expect('collection', 'GET', '/events', tenant);
    await late.commitTransaction();
    await late.release();
    await next;
    const anchor = first.page?.anchor ?? '';
    expect(await webhooks.expect('collection', 'GET', '/events', tenant, undefined, { anchor })).toEqual(first);
    const now = await webhooks.expect('collection', 'GET', '/events', tenant);
    expect([now.total, now.items.length]).toEqual([3, 3]);
  });

  it('takes an anchor from the future for the present', async () => {
    const tenant = aTenant();
    await webhooks.hear(...many(tenant.accountId, 2));
    const list = await webhooks.expect('collection', 'GET', '/events', tenant, undefined, { anchor: '9'.repeat(18) });
    expect([list.total, list.page?.anchor]).toEqual([2, '2']);
  });

  it('waits for no other account', async () => {
    const late = webhooks.dataSource.createQueryRunner();
    await late.startTransaction();
    await webhooks.hearWithin(late.manager, customerCreated(newId()));
    const tenant = aTenant();
    await webhooks.hear(customerCreated(tenant.accountId));
    await late.rollbackTransaction();
    await late.release();
    expect((await webhooks.expect('collection', 'GET', '/events', tenant)).total).toBe(1);
  });

  it('counts what is left once the oldest are gone, also where a clock was behind', async () => {
    const clock = new TestClock();
    const here = await WebhooksApp.on(database, { worker: false, clock });
    const behind = await WebhooksApp.on(database, { worker: false, clock: new TestClock() });
    const tenant = aTenant();
    const start = clock.system();
    await here.hear(...many(tenant.accountId, 3));
    clock.advance(DAY_MS);
    await here.hear(...many(tenant.accountId, 2));
    await behind.hear(...many(tenant.accountId, 2));
    await here.hear(customerCreated(tenant.accountId));
    const before = await here.expect('collection', 'GET', '/events', tenant);
    // As housekeeping does it, by partition.
    await here.dataSource.query('DELETE FROM public_events WHERE recorded_at <= $1', [start]);
    const after = await here.expect('collection', 'GET', '/events', tenant);
    expect([after.total, after.items]).toEqual([5, before.items.slice(0, 5)]);
    const last = await here.expect('collection', 'GET', '/events', tenant, undefined, { limit: '2', offset: '4' });
    expect(last.items).toEqual(before.items.slice(4, 5));
    await here.close();
    await behind.close();
  });

  it('has full pages where events were lost, and loses no other to a reader who follows them', async () => {
    const tenant = aTenant();
    await webhooks.hear(...many(tenant.accountId, 9));
    const page = (query: Record<string, string>) =>
      webhooks.expect('collection', 'GET', '/events', tenant, undefined, query);
    const { items } = await page({});
    const lost = 'DELETE FROM public_events WHERE account_id = $1 AND position BETWEEN 4 AND 7';
    await webhooks.dataSource.query(lost, [tenant.accountId]);
    const read = [];
    for (const offset of ['0', '2', '4', '6', '8']) read.push((await page({ limit: '2', offset })).items);
    expect(read.map((found) => found.length)).toEqual([2, 2, 2, 2, 1]);
    expect(new Set(read.flat().map(({ id }) => id))).toEqual(
      new Set(items.filter((_, at) => at < 2 || at > 5).map(({ id }) => id)),
    );
  });

  it('is empty for an account without events', async () => {
    expect(await webhooks.expect('collection', 'GET', '/events', aTenant())).toMatchObject({ items: [], total: 0 });
  });

  it.each(['x', '-1', '9'.repeat(30), "1' OR '1'='1"])('refuses the anchor %s', async (anchor) => {
    const answer = await webhooks.call('GET', '/events', aTenant(), undefined, { anchor });
    expect(answer).toMatchObject({ status: 400, body: { faults: [{ path: '/query/anchor' }] } });
  });
});

describe('GET /events/{id}', () => {
  it('answers 404 for another account’s event, for none and for no id', async () => {
    const tenant = aTenant();
    await webhooks.hear(customerCreated(tenant.accountId));
    const { items } = await webhooks.expect('collection', 'GET', '/events', tenant);
    for (const [id, who] of [
      [items[0]?.id, aTenant()],
      [newId(), tenant],
      ['x', tenant],
    ] as const) {
      expect(await webhooks.call('GET', `/events/${id}`, who)).toMatchObject({ status: 404 });
    }
  });
});

describe('an event that is told', () => {
  it('twice, in one batch or in two, is one public event with one delivery', async () => {
    const tenant = aTenant();
    await webhooks.subscribe(tenant, 'http://127.0.0.1:9/');
    const event = customerCreated(tenant.accountId);
    webhooks.bus.tell('customers.events.v1', event, event);
    await webhooks.bus.settled();
    webhooks.bus.tell('customers.events.v1', event);
    await webhooks.bus.settled();
    expect((await webhooks.expect('collection', 'GET', '/events', tenant)).total).toBe(1);
    const deliveries = await webhooks.dataSource.query<unknown[]>(
      'SELECT 1 FROM deliveries JOIN subscriptions s ON s.id = subscription_id WHERE s.account_id = $1',
      [tenant.accountId],
    );
    expect(deliveries).toHaveLength(1);
  });

  it('is delivered to every subscription that the account has by then, and to no later one', async () => {
    const tenant = aTenant();
    const subscriptions = [
      await webhooks.subscribe(tenant, 'http://127.0.0.1:9/'),
      await webhooks.subscribe({ ...tenant, applicationId: newId() }, 'http://127.0.0.1:9/'),
    ];
    await webhooks.subscribe(aTenant(), 'http://127.0.0.1:9/');
    await webhooks.hear(...many(tenant.accountId, 2));
    const late = await webhooks.subscribe(tenant, 'http://127.0.0.1:9/');
    const rows = await webhooks.dataSource.query<{ subscription_id: string }[]>(
      'SELECT subscription_id FROM deliveries WHERE subscription_id = ANY ($1)',
      [[...subscriptions, late]],
    );
    expect(rows.map(({ subscription_id: id }) => id).sort()).toEqual([...subscriptions, ...subscriptions].sort());
  });

  it('in a transaction that fails leaves nothing', async () => {
    const tenant = aTenant();
    await webhooks.subscribe(tenant, 'http://127.0.0.1:9/');
    const broken = { ...customerCreated(tenant.accountId), accountid: 'no uuid' };
    await expect(webhooks.hear(customerCreated(tenant.accountId), broken)).rejects.toThrow();
    expect((await webhooks.expect('collection', 'GET', '/events', tenant)).total).toBe(0);
  });
});
