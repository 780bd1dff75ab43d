import { describe, expect, it } from '@jest/globals';
import type { ApplicationPrincipal, Json } from '@halyard/contracts';
import { newId } from '@halyard/core';
import { until } from '@halyard/testing/waiting';
import { attemptsOf, DeliveryStage, settled } from '../../../test/support/delivery-stage.js';
import type { WebhooksApp } from '../../../test/support/webhooks-app.js';
import { aTenant, customerCreated } from '../../../test/support/webhooks-app.js';

const stage = new DeliveryStage();

const webhooksOf = async (app: WebhooksApp, tenant: ApplicationPrincipal, id: string, query = {}) =>
  app.expect('collection', 'GET', `/webhook-subscriptions/${id}/webhooks`, tenant, undefined, query);
const sequences = ({ items }: { items: readonly { attributes: { readonly [name: string]: Json | undefined } }[] }) =>
  items.map(({ attributes }) => attributes['sequence']);

describe('a webhook', () => {
  it('shows what was sent and answered, bounded, and where it stands', async () => {
    const tenant = aTenant();
    const receiver = await stage.listen((response) =>
      response.writeHead(500, { 'x-shop': 'y'.repeat(2_000) }).end('z'.repeat(9_000)),
    );
    const app = await stage.start();
    const id = await app.subscribe(tenant, `${receiver.url}/hook`, 'sssh');
    await app.hear(customerCreated(tenant.accountId));
    await settled(app, 1);
    const { items, total } = await webhooksOf(app, tenant, id);
    expect([total, items.length]).toEqual([1, 1]);
    const webhookId = items[0]?.id ?? '';
    const webhook = await app.expect('resource', 'GET', `/webhooks/${webhookId}`, tenant);
    const [request] = receiver.received;
    expect(webhook).toMatchObject({
      kind: 'webhook',
      attributes: {
        topic: 'customer_created',
        accountId: tenant.accountId,
        subscriptionId: id,
        sequence: 1,
        state: 'waiting',
        nextRetry: expect.stringMatching(/Z$/),
        attempts: [
          {
            request: { url: `${receiver.url}/hook`, body: request?.body },
            response: { statusCode: 500, body: 'z'.repeat(4_096) },
          },
        ],
      },
      links: {
        subscription: { kind: 'webhook-subscription', id },
        retry: { kind: 'listWebhookRetries', id: webhookId },
        event: { kind: 'event' },
      },
    });
    const [attempt] = webhook.attributes['attempts'] as unknown as {
      request: { headers: { name: string; value: string }[] };
      response: { headers: { name: string; value: string }[] };
    }[];
    const sent = attempt?.request.headers.map(({ name, value }) => [name.toLowerCase(), value]);
    const arrived = Object.entries(request?.headers ?? {}).filter(([name]) =>
      /^(x-|webhook-|user-|content-type)/.test(name),
    );
    expect(sent?.sort()).toEqual(arrived.sort());
    const shop = attempt?.response.headers.find(({ name }) => name === 'x-shop');
    expect(shop?.value).toHaveLength(512);
    const rows = await app.dataSource.query<{ sealed: string }[]>('SELECT sealed_answer::text AS sealed FROM attempts');
    expect(JSON.stringify(rows)).not.toContain(Buffer.from('zzzz').toString('hex'));
  });

  it('is listed without bodies, newest first, in pages that an anchor holds still', async () => {
    const tenant = aTenant();
    const app = await stage.start({ worker: false });
    const id = await app.subscribe(tenant, 'http://127.0.0.1:9/');
    await app.hear(...Array.from({ length: 5 }, () => customerCreated(tenant.accountId)));
    const first = await webhooksOf(app, tenant, id, { limit: '2' });
    expect([sequences(first), first.total]).toEqual([[5, 4], 5]);
    await app.hear(customerCreated(tenant.accountId));
    const anchor = first.page?.anchor ?? '';
    const rest = await webhooksOf(app, tenant, id, { limit: '10', offset: '2', anchor });
    expect([sequences(rest), rest.total]).toEqual([[3, 2, 1], 5]);
    expect(JSON.stringify(rest)).not.toContain('"body"');
  });

  it('is listed in full pages where others were lost', async () => {
    const tenant = aTenant();
    const app = await stage.start({ worker: false });
    const id = await app.subscribe(tenant, 'http://127.0.0.1:9/');
    await app.hear(...Array.from({ length: 6 }, () => customerCreated(tenant.accountId)));
    await app.dataSource.query('DELETE FROM deliveries WHERE sequence IN (3, 4)');
    const pageAt = async (offset: string) => sequences(await webhooksOf(app, tenant, id, { limit: '2', offset }));
    expect(await Promise.all(['0', '1', '2', '4', '5', '6'].map(pageAt))).toEqual([
      [6, 5],
      [5, 2],
      [2, 1],
      [2, 1],
      [1],
      [],
    ]);
  });

  it('is found by what is searched for, resource, topic, state and time', async () => {
    const tenant = aTenant();
    const app = await stage.start({ worker: false });
    const id = await app.subscribe(tenant, 'http://127.0.0.1:9/');
    const customer = newId();
    await app.hear(customerCreated(tenant.accountId, customer), customerCreated(tenant.accountId));
    await app.dataSource.query(`UPDATE deliveries SET state = 'delivered' WHERE sequence = 2`);
    const cases = [
      [{ search: customer.toUpperCase() }, [1]],
      [{ search: 'mer_cre' }, [2, 1]],
      [{ search: 'mer%cre' }, []],
      [{ search: 'mer-cre' }, []],
      [{ resourceId: customer }, [1]],
      [{ topic: 'customer_created' }, [2, 1]],
      [{ topic: 'customer_suspended' }, []],
      [{ state: 'delivered' }, [2]],
      [{ startDate: '2026-03-02', endDate: '2026-03-02' }, [2, 1]],
      [{ startDate: '2026-03-03' }, []],
      [{ state: 'pending', resourceId: customer, offset: '1' }, []],
    ] as const;
    for (const [query, found] of cases) expect(sequences(await webhooksOf(app, tenant, id, query))).toEqual(found);
    const refused = await app.call('GET', `/webhook-subscriptions/${id}/webhooks`, tenant, undefined, {
      state: 'lost',
    });
    expect(refused).toMatchObject({ status: 400 });
  });

  it('is delivered without its answer being kept where the key for it is damaged, and holds up no other', async () => {
    const receiver = await stage.listen();
    const tenant = aTenant();
    const app = await stage.start();
    const id = await app.subscribe(tenant, receiver.url);
    const [damaged, other] = [newId(), newId()];
    await app.dataSource.query(
      `INSERT INTO data_keys SELECT $1, '\\x00', master_id FROM data_keys WHERE subject_id = $2`,
      [damaged, tenant.accountId],
    );
    await app.hear(customerCreated(tenant.accountId, damaged), customerCreated(tenant.accountId, other));
    await settled(app, 2);
    const rows = await app.dataSource.query<object[]>(
      `SELECT state, sealed_answer IS NOT NULL AS "isKept"
       FROM deliveries JOIN attempts ON delivery_id = deliveries.id WHERE deliveries.subscription_id = $1 ORDER BY sequence`,
      [id],
    );
    expect(rows).toEqual([
      { state: 'delivered', isKept: false },
      { state: 'delivered', isKept: true },
    ]);
  });

  it('belongs to its application, and goes with its subscription', async () => {
    const tenant = aTenant();
    const app = await stage.start({ worker: false });
    const id = await app.subscribe(tenant, 'http://127.0.0.1:9/');
    await app.hear(customerCreated(tenant.accountId));
    const webhookId = (await webhooksOf(app, tenant, id)).items[0]?.id ?? '';
    const paths = [`/webhook-subscriptions/${id}/webhooks`, `/webhooks/${webhookId}`, `/webhooks/${webhookId}/retries`];
    const statusOf = async (path: string, who: ApplicationPrincipal) => (await app.call('GET', path, who)).status;
    const colleague = { ...tenant, applicationId: newId() };
    for (const path of paths) {
      expect([await statusOf(path, tenant), await statusOf(path, colleague), await statusOf(path, aTenant())]).toEqual([
        200, 404, 404,
      ]);
    }
    await app.call('DELETE', `/webhook-subscriptions/${id}`, tenant);
    for (const path of paths) expect(await statusOf(path, tenant)).toBe(404);
    expect((await app.call('POST', `/webhooks/${webhookId}/retries`, tenant)).status).toBe(404);
  });
});

describe('a retry by hand', () => {
  it('sends the same event and number once more, and is shown', async () => {
    let status = 500;
    const receiver = await stage.listen((response) => response.writeHead(status).end());
    const tenant = aTenant();
    const app = await stage.start();
    const id = await app.subscribe(tenant, receiver.url);
    await app.hear(customerCreated(tenant.accountId));
    await settled(app, 1);
    const webhookId = (await webhooksOf(app, tenant, id)).items[0]?.id ?? '';
    const retry = () => app.expect('created', 'POST', `/webhooks/${webhookId}/retries`, tenant);
    const failed = await retry();
    await settled(app, 2);
    const states = 'SELECT state, tries FROM deliveries WHERE resend_of IS NULL';
    expect(await app.dataSource.query(states)).toEqual([{ state: 'waiting', tries: 1 }]);
    status = 200;
    await retry();
    await settled(app, 3);
    expect((await app.dataSource.query<{ state: string }[]>(states))[0]?.state).toBe('delivered');
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
    expect(await app.dataSource.query('SELECT failures FROM subscriptions')).toEqual([{ failures: 1 }]);

    const list = await app.expect('collection', 'GET', `/webhooks/${webhookId}/retries`, tenant);
    expect(list.items.map(({ attributes }) => attributes['state'])).toEqual(['failed', 'delivered']);
    const [ofWebhook, retryId] = failed.resource.id.split('/');
    expect(ofWebhook).toBe(webhookId);
    const place = `/webhooks/${webhookId}/retries/${retryId}`;
    expect((await app.expect('resource', 'GET', place, tenant)).attributes['id']).toBe(retryId);
    const webhook = await app.expect('resource', 'GET', `/webhooks/${webhookId}`, tenant);
    expect(webhook.attributes['attempts']).toHaveLength(3);
    expect((await webhooksOf(app, tenant, id)).total).toBe(1);
  });

  it('goes out while the subscription is paused, and nothing else does', async () => {
    const receiver = await stage.listen();
    const tenant = aTenant();
    const app = await stage.start();
    const id = await app.subscribe(tenant, receiver.url);
    await app.expect('resource', 'POST', `/webhook-subscriptions/${id}`, tenant, { paused: true });
    await app.hear(customerCreated(tenant.accountId), customerCreated(tenant.accountId));
    const { items } = await webhooksOf(app, tenant, id);
    expect(items.map(({ attributes }) => attributes['state'])).toEqual(['held', 'held']);
    await app.expect('created', 'POST', `/webhooks/${items[1]?.id}/retries`, tenant);
    await settled(app, 1);
    await until('it is delivered', async () => (await attemptsOf(app))[0]?.state === 'delivered');
    expect(receiver.received).toHaveLength(1);
  });

  it('is refused after a hundred of one webhook', async () => {
    const tenant = aTenant();
    const app = await stage.start({ worker: false });
    const id = await app.subscribe(tenant, 'http://127.0.0.1:9/');
    await app.hear(customerCreated(tenant.accountId));
    const webhookId = (await webhooksOf(app, tenant, id)).items[0]?.id ?? '';
    const retry = () => app.call('POST', `/webhooks/${webhookId}/retries`, tenant);
    await app.dataSource.query(
      `INSERT INTO deliveries (recorded_at, subscription_id, sequence, event_id, resource_id, state, resend_of, requested_at)
       SELECT recorded_at, subscription_id, sequence, event_id, resource_id, 'failed', id, now()
       FROM deliveries CROSS JOIN generate_series(1, 99)`,
    );
    expect((await Promise.all([retry(), retry()])).map(({ status }) => status).sort()).toEqual([201, 400]);
  });
});
