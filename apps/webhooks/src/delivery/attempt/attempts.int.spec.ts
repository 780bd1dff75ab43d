import { describe, expect, it } from '@jest/globals';
import { createHmac } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { attemptsOf, DeliveryStage, settled } from '../../../test/support/delivery-stage.js';
import type { Receiver } from '../../../test/support/receiver.js';
import { aTenant, customerCreated } from '../../../test/support/webhooks-app.js';

const stage = new DeliveryStage();

describe('a delivery', () => {
  it('is a signed POST of the event, which 2xx settles', async () => {
    const tenant = aTenant();
    const app = await stage.start({ env: { PUBLIC_BASE_URL: 'https://pay.example' } });
    const receiver = await stage.listen((response) => response.writeHead(204).end());
    await app.subscribe(tenant, `${receiver.url}/hooks?a=1`, 'open sesame');
    const event = customerCreated(tenant.accountId);
    await app.hear(event);
    await settled(app, 1);

    const { items } = await app.expect('collection', 'GET', '/events', tenant);
    const [request, ...more] = receiver.received;
    expect(more).toEqual([]);
    expect(request?.path).toBe('/hooks?a=1');
    expect(request?.headers).toMatchObject({
      'content-type': 'application/json; charset=UTF-8',
      'user-agent': 'service-webhooks/1.0',
      'x-service-topic': 'customer_created',
      'x-request-signature-sha-256': createHmac('sha256', 'open sesame')
        .update(request?.body ?? '')
        .digest('hex'),
    });
    expect(JSON.parse(request?.body ?? '')).toMatchObject({
      id: items[0]?.id,
      topic: 'customer_created',
      resourceId: event.subject,
      _links: { resource: { href: `https://pay.example/customers/${event.subject}` } },
    });
    expect(await attemptsOf(app)).toEqual([{ state: 'delivered', status_code: 204, error: null }]);
  });

  it.each([300, 302, 307, 400, 404, 410, 429, 500, 503])('that is answered %i failed', async (status) => {
    const elsewhere = await stage.listen();
    const receiver = await stage.listen((response) => response.writeHead(status, { location: elsewhere.url }).end());
    const app = await stage.start();
    const tenant = aTenant();
    await app.subscribe(tenant, receiver.url);
    await app.hear(customerCreated(tenant.accountId));
    await settled(app, 1);
    expect(await attemptsOf(app)).toEqual([{ state: 'waiting', status_code: status, error: null }]);
    expect(elsewhere.received).toHaveLength(0);
  });

  it.each([
    ['nobody listens', 'connection-refused', () => 'http://127.0.0.1:1/'],
    ['the name does not exist', 'dns', () => 'http://nowhere.invalid/'],
    ['TLS is not spoken', 'tls', ({ port }: Receiver) => `https://127.0.0.1:${port}/`],
    ['the port is ours', 'refused-address: own port', () => 'http://127.0.0.1:4444/'],
  ])('failed when %s', async (_, error, urlOf) => {
    const receiver = await stage.listen();
    const tenant = aTenant();
    const app = await stage.start();
    await app.subscribe(tenant, urlOf(receiver));
    await stage.stop(app);
    const again = await stage.start({ env: { WEBHOOK_FORBIDDEN_PORTS: '4443,4444' } });
    await again.hear(customerCreated(tenant.accountId));
    await settled(again, 1);
    expect(await attemptsOf(again)).toEqual([{ state: 'waiting', status_code: null, error }]);
  });

  it('to an address that is not allowed any more failed, and nothing was sent', async () => {
    const receiver = await stage.listen();
    const tenant = aTenant();
    const lenient = await stage.start({ worker: false });
    await lenient.subscribe(tenant, receiver.url);
    const app = await stage.start({ env: { WEBHOOK_ALLOW_LOOPBACK: 'false' } });
    await app.hear(customerCreated(tenant.accountId));
    await settled(app, 1);
    expect(await attemptsOf(app)).toEqual([
      { state: 'waiting', status_code: null, error: 'refused-address: loopback' },
    ]);
    expect(receiver.received).toHaveLength(0);
  });

  it.each([
    ['is never answered', () => undefined],
    ['is answered drop by drop', (response: ServerResponse) => response.writeHead(500).write('x')],
  ])('that %s ends with its time', async (_, respond) => {
    const receiver = await stage.listen((response) => respond(response));
    const tenant = aTenant();
    const app = await stage.start({ limits: { attemptTimeoutMs: 200 } });
    await app.subscribe(tenant, receiver.url);
    await app.hear(customerCreated(tenant.accountId));
    await settled(app, 1);
    expect((await attemptsOf(app))[0]).toMatchObject({ state: 'waiting' });
  });

  it('is acknowledged by its status, however long a body follows', async () => {
    const receiver = await stage.listen((response) => {
      response.writeHead(200);
      const more = (): void => void (response.writable && response.write('x'.repeat(65_536), more));
      more();
    });
    const tenant = aTenant();
    const app = await stage.start();
    await app.subscribe(tenant, receiver.url);
    await app.hear(customerCreated(tenant.accountId));
    await settled(app, 1);
    expect(await attemptsOf(app)).toEqual([{ state: 'delivered', status_code: 200, error: null }]);
  });

  it('over a connection that the subscriber was just closing is made again on another', async () => {
    let dropped = 0;
    const receiver = await stage.listen((response) => {
      if (receiver.received.length === 2) {
        dropped += 1;
        response.destroy();
      } else response.writeHead(200).end();
    });
    const tenant = aTenant();
    const app = await stage.start();
    await app.subscribe(tenant, receiver.url);
    await app.hear(customerCreated(tenant.accountId));
    await settled(app, 1);
    await app.hear(customerCreated(tenant.accountId));
    await settled(app, 2);
    expect(dropped).toBe(1);
    expect((await attemptsOf(app)).map(({ state }) => state)).toEqual(['delivered', 'delivered']);
  });
});
