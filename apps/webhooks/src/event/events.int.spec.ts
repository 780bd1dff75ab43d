import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@halyard/core';
import type { TestDatabase } from '@halyard/testing';
import { createTestDatabase } from '@halyard/testing';
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

const many = (accountId: string, count: number) => Array.from({ length: count }, () => customerCreated(accountId));

describe('GET /events', () => {
  it('lists an account’s events, newest first, with what they are about', async () => {
    const tenant = aTenant();
    const [first, second] = [newId(), newId()];
    await webhooks.hear(customerCreated(tenant.accountId, first), customerCreated(tenant.accountId, second));
    await webhooks.hear(customerCreated(newId()));
    const list = await webhooks.expect('collection', 'GET', '/events', tenant);
    expect(list).toMatchObject({
      self: { kind: 'events', id: '' },
      of: 'event',
      total: 2,
      page: { limit: 25, offset: 0 },
    });
    expect(list.items.map(({ attributes }) => attributes['resourceId'])).toEqual([second, first]);
    const id = list.items[0]?.id;
    expect(list.items[0]).toEqual({
      document: 'resource',
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
    await webhooks.hear(event, event);
    await webhooks.hear(event);
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
