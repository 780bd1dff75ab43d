import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@halyard/core';
import type { TestDatabase } from '@halyard/testing';
import { createTestDatabase } from '@halyard/testing';
import { until } from '@halyard/testing/waiting';
import { aTenant, customerCreated, WebhooksApp } from '../../test/support/webhooks-app.js';

let database: TestDatabase;
let webhooks: WebhooksApp;
beforeAll(async () => {
  database = await createTestDatabase();
  webhooks = await WebhooksApp.on(database, { worker: false, env: { WEBHOOK_ALLOW_LOOPBACK: 'false' } });
});
afterAll(async () => {
  await webhooks.close();
  await database.drop();
});

const url = 'https://example.com/hooks?shop=1';

describe('POST /webhook-subscriptions', () => {
  it('makes a subscription that can be read at once, without its secret', async () => {
    const tenant = aTenant();
    const id = await webhooks.subscribe(tenant, url, 'open sesame');
    const subscription = await webhooks.expect('resource', 'GET', `/webhook-subscriptions/${id}`, tenant);
    expect(subscription).toEqual({
      type: 'resource',
      kind: 'webhook-subscription',
      id,
      attributes: { id, url, paused: false, created: expect.stringMatching(/^\d{4}-.*Z$/), strictOrder: false },
      links: {
        webhooks: { kind: 'listSubscriptionWebhooks', id },
        health: { kind: 'subscription-health', id },
        edit: { kind: 'webhook-subscription', id },
        pause: { kind: 'webhook-subscription', id },
        replay: { kind: 'listReplays', id },
        remove: { kind: 'webhook-subscription', id },
      },
    });
    const rows = await webhooks.dataSource.query<unknown[]>('SELECT *, sealed_secret::text AS hex FROM subscriptions');
    expect(JSON.stringify(rows)).not.toContain('open sesame');
    expect(JSON.stringify(rows)).not.toContain(Buffer.from('open sesame').toString('hex'));
  });

  it('is told to others without the URL', async () => {
    const tenant = aTenant();
    const id = await webhooks.subscribe(tenant, url);
    const rows = await webhooks.dataSource.query<object[]>('SELECT * FROM history WHERE key = $1', [id]);
    expect(rows).toMatchObject([
      {
        type: 'webhooks.subscription-created.v1',
        sequence: 1,
        data: { subscriptionId: id, accountId: tenant.accountId, applicationId: tenant.applicationId },
      },
    ]);
  });

  it.each([
    ['nothing', {}, ['Required /url', 'Required /secret']],
    ['a relative url', { url: '/hooks', secret: 's' }, ['InvalidFormat /url']],
    ['another scheme', { url: 'ftp://example.com/', secret: 's' }, ['InvalidFormat /url']],
    ['a script', { url: 'javascript:alert(1)', secret: 's' }, ['InvalidFormat /url']],
    ['a url without host', { url: 'http:///path', secret: 's' }, ['InvalidFormat /url']],
    ['a url with backslashes', { url: 'https://example.com\\@evil.example/', secret: 's' }, ['InvalidFormat /url']],
    ['a url with credentials', { url: 'https://me:pw@example.com/', secret: 's' }, ['InvalidFormat /url']],
    ['a url with blanks', { url: 'https://example.com/a b', secret: 's' }, ['InvalidFormat /url']],
    ['a url with a line break', { url: 'https://example.com/\r\nx', secret: 's' }, ['InvalidFormat /url']],
    ['a url that is too long', { url: `https://example.com/${'x'.repeat(2048)}`, secret: 's' }, ['InvalidFormat /url']],
    ['a number as url', { url: 7, secret: 's' }, ['InvalidFormat /url']],
    ['a loopback address', { url: 'http://127.0.0.1:9/', secret: 's' }, ['InvalidFormat /url']],
    ['localhost', { url: 'http://localhost/', secret: 's' }, ['InvalidFormat /url']],
    ['a metadata service', { url: 'http://169.254.169.254/', secret: 's' }, ['InvalidFormat /url']],
    ['an empty secret', { url, secret: '' }, ['Required /secret']],
    ['a secret that is too long', { url, secret: 's'.repeat(129) }, ['InvalidFormat /secret']],
    ['a number as secret', { url, secret: 7 }, ['InvalidFormat /secret']],
    ['no topic at all', { url, secret: 's', topics: [] }, ['Invalid /topics']],
    [
      'a topic that there is not',
      { url, secret: 's', topics: ['customer_created', 'tea_ready'] },
      ['Invalid /topics/1'],
    ],
    ['a word as topics', { url, secret: 's', topics: 'customer_created' }, ['Invalid /topics']],
    ['an endless description', { url, secret: 's', description: 'x'.repeat(256) }, ['InvalidFormat /description']],
    ['a word as order', { url, secret: 's', strictOrder: 'very' }, ['InvalidFormat /strictOrder']],
  ])('refuses %s', async (_, body, faults) => {
    const { status, body: error } = await webhooks.call('POST', '/webhook-subscriptions', aTenant(), body);
    expect(status).toBe(400);
    if (error.type !== 'error') throw new Error('no refusal');
    expect(error.faults?.map(({ code, path }) => `${code} ${path}`)).toEqual(faults);
    for (const fault of error.faults ?? []) {
      if (fault.path === '/url' && fault.code === 'InvalidFormat')
        expect(fault.message).toMatch(
          /^Url must be a valid url\. (?:Allowed: an absolute http or https|It leads|Its address)/,
        );
    }
  });

  it('takes secrets of 1 and of 128 characters, and http', async () => {
    const tenant = aTenant();
    await webhooks.subscribe(tenant, 'http://example.com', 's');
    await webhooks.subscribe(tenant, url, 's'.repeat(128));
  });

  it('takes ten of an application, however many come at once, and more once one is deleted', async () => {
    const tenant = aTenant();
    const create = () => webhooks.call('POST', '/webhook-subscriptions', tenant, { url, secret: 's' });
    const answers = await Promise.all(Array.from({ length: 12 }, create));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array<number>(10).fill(201), 400, 400]);
    expect((await create()).body).toMatchObject({ code: 'MaxNumberOfResources' });

    const { items } = await webhooks.expect('collection', 'GET', '/webhook-subscriptions', tenant);
    await webhooks.call('DELETE', `/webhook-subscriptions/${items[0]?.id}`, tenant);
    expect((await create()).status).toBe(201);
    const colleague = { ...tenant, applicationId: newId() };
    await webhooks.subscribe(colleague, url);
  });

  it('is for applications, not for other services', async () => {
    const service = { kind: 'service', service: 'transfers' } as const;
    expect((await webhooks.call('POST', '/webhook-subscriptions', service, { url, secret: 's' })).status).toBe(403);
    expect((await webhooks.call('GET', '/webhook-subscriptions', service)).status).toBe(403);
  });
});

describe('GET /webhook-subscriptions', () => {
  it('lists those of the application, in the order of their creation', async () => {
    const tenant = aTenant();
    const first = await webhooks.subscribe(tenant, url);
    const second = await webhooks.subscribe(tenant, url);
    await webhooks.subscribe(aTenant(), url);
    await webhooks.subscribe({ ...tenant, applicationId: newId() }, url);
    const list = await webhooks.expect('collection', 'GET', '/webhook-subscriptions', tenant);
    expect(list).toMatchObject({ self: { kind: 'listWebhookSubscriptions' }, of: 'webhook-subscription', total: 2 });
    expect(list.items.map(({ id }) => id)).toEqual([first, second]);
  });
});

describe('DELETE /webhook-subscriptions/{id}', () => {
  it('answers the subscription as it was, once', async () => {
    const tenant = aTenant();
    const id = await webhooks.subscribe(tenant, url);
    const path = `/webhook-subscriptions/${id}`;
    const before = await webhooks.call('GET', path, tenant);
    expect(await webhooks.call('DELETE', path, tenant)).toEqual(before);
    expect((await webhooks.call('DELETE', path, tenant)).status).toBe(404);
    expect((await webhooks.call('GET', path, tenant)).status).toBe(404);
    const rows = await webhooks.dataSource.query<object[]>('SELECT * FROM history WHERE key = $1 ORDER BY sequence', [
      id,
    ]);
    expect(rows).toMatchObject([{}, { type: 'webhooks.subscription-deleted.v1', sequence: 2 }]);
  });

  it('drops what was still to be delivered', async () => {
    const tenant = aTenant();
    const id = await webhooks.subscribe(tenant, url);
    await webhooks.hear(customerCreated(tenant.accountId));
    const pending = () =>
      webhooks.dataSource.query<unknown[]>('SELECT id FROM deliveries WHERE subscription_id = $1', [id]);
    expect(await pending()).toHaveLength(1);
    await webhooks.call('DELETE', `/webhook-subscriptions/${id}`, tenant);
    expect(await pending()).toHaveLength(0);
  });

  it('drops what an event of the same moment adds', async () => {
    const tenant = aTenant();
    const id = await webhooks.subscribe(tenant, url);
    const { deleting } = await webhooks.dataSource.transaction(async (tx) => {
      await webhooks.hearWithin(tx, customerCreated(tenant.accountId));
      const answer = webhooks.call('DELETE', `/webhook-subscriptions/${id}`, tenant);
      const waits = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      await until('the deletion waits', async () => (await tx.query<unknown[]>(waits)).length > 0);
      return { deleting: answer };
    });
    expect((await deleting).status).toBe(200);
    const left = await webhooks.dataSource.query<unknown[]>('SELECT 1 FROM deliveries WHERE subscription_id = $1', [
      id,
    ]);
    expect(left).toHaveLength(0);
  });
});

it.each(['GET', 'DELETE'] as const)('%s of another application’s subscription answers 404', async (method) => {
  const tenant = aTenant();
  const id = await webhooks.subscribe(tenant, url);
  const strangers = [aTenant(), { ...tenant, applicationId: newId() }, { ...tenant, accountId: newId() }];
  for (const stranger of strangers) {
    const answer = await webhooks.call(method, `/webhook-subscriptions/${id}`, stranger);
    expect(answer).toMatchObject({ status: 404, body: { code: 'NotFound' } });
  }
  expect((await webhooks.call('GET', `/webhook-subscriptions/${id}`, tenant)).status).toBe(200);
});
