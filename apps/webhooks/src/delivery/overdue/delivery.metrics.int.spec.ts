import { afterEach, describe, expect, it } from '@jest/globals';
import type { ApplicationPrincipal } from '@halyard/contracts';
import { TestClock } from '@halyard/testing/clock';
import { until } from '@halyard/testing/waiting';
import { DeliveryStage, settled } from '../../../test/support/delivery-stage.js';
import { aTenant, customerCreated, type WebhooksApp } from '../../../test/support/webhooks-app.js';

const NOWHERE = 'http://127.0.0.1:1/';
const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;

const stage = new DeliveryStage();
const clock = new TestClock();
afterEach(() => clock.set(new TestClock().system()));

const overdue = (app: WebhooksApp) => app.metric('deliveries_overdue_seconds');
const update = (app: WebhooksApp, tenant: ApplicationPrincipal, id: string, body: object) =>
  app.expect('resource', 'POST', `/webhook-subscriptions/${id}`, tenant, body);
const subscribe = async (app: WebhooksApp, tenant: ApplicationPrincipal, url: string, strictOrder: boolean) => {
  const body = { url, secret: 's', strictOrder };
  return (await app.expect('created', 'POST', '/webhook-subscriptions', tenant, body)).resource.id;
};

describe('how long a delivery has been overdue', () => {
  it('is counted from the recording of its event, and not while its subscription is paused', async () => {
    const app = await stage.start({ clock, worker: false });
    const tenant = aTenant();
    const id = await app.subscribe(tenant, NOWHERE);
    expect(await overdue(app)).toBe(0);
    await app.hear(customerCreated(tenant.accountId));
    clock.advance(90 * SECOND_MS);
    await app.hear(customerCreated(tenant.accountId));
    expect(await overdue(app)).toBe(90);
    expect(await app.metric('subscriptions_paused{cause="person"}')).toBe(0);
    await update(app, tenant, id, { paused: true });
    expect(await overdue(app)).toBe(0);
    expect(await app.metric('subscriptions_paused{cause="person"}')).toBe(1);
    expect(await app.metric('subscriptions_paused{cause="failing"}')).toBe(0);
  });

  it('is counted anew from the resumption in strict order', async () => {
    const app = await stage.start({ clock, worker: false });
    const tenant = aTenant();
    const id = await subscribe(app, tenant, NOWHERE, true);
    await app.hear(customerCreated(tenant.accountId));
    await update(app, tenant, id, { paused: true });
    await app.runDue();
    clock.advance(60 * MINUTE_MS);
    await update(app, tenant, id, { paused: false });
    clock.advance(5 * SECOND_MS);
    expect(await overdue(app)).toBe(5);
  });

  it.each([false, true])('is counted from the moment of its retry (strict order: %s)', async (strictOrder) => {
    const receiver = await stage.listen((response) => response.writeHead(500).end());
    const sending = await stage.start({ clock });
    const tenant = aTenant();
    await subscribe(sending, tenant, receiver.url, strictOrder);
    await sending.hear(customerCreated(tenant.accountId));
    await settled(sending, 1);
    await stage.stop(sending);

    const app = await stage.start({ clock, worker: false });
    if (strictOrder) await app.hear(customerCreated(tenant.accountId));
    clock.advance(14 * MINUTE_MS);
    expect(await overdue(app)).toBe(0);
    clock.advance(2 * MINUTE_MS);
    expect(await overdue(app)).toBe(60);
    await app.runDue();
    expect(await app.dataSource.query(`SELECT 1 FROM deliveries WHERE state = 'waiting'`)).toEqual([]);
    expect(await overdue(app)).toBe(60);
  });

  it('is counted from the request of one that is sent again, whether its subscription is paused or not', async () => {
    const receiver = await stage.listen();
    const sending = await stage.start({ clock });
    const tenant = aTenant();
    const id = await sending.subscribe(tenant, receiver.url);
    await sending.hear(customerCreated(tenant.accountId));
    await settled(sending, 1);
    await stage.stop(sending);

    const app = await stage.start({ clock, worker: false });
    clock.advance(10 * MINUTE_MS);
    await update(app, tenant, id, { paused: true });
    const [webhook] = await app.dataSource.query<{ id: string }[]>('SELECT id FROM deliveries');
    await app.expect('created', 'POST', `/webhooks/${webhook?.id}/retries`, tenant);
    clock.advance(7 * SECOND_MS);
    expect(await overdue(app)).toBe(7);
  });
});

describe('attempts', () => {
  it('are counted by outcome, and first ones measured from the recording of their event', async () => {
    let status = 500;
    const receiver = await stage.listen((response) => response.writeHead(status).end());
    const app = await stage.start({ clock });
    const tenant = aTenant();
    await app.subscribe(tenant, receiver.url);
    const counted = async () => ({
      delivered: await app.metric('delivery_attempts_total{outcome="delivered"}'),
      failed: await app.metric('delivery_attempts_total{outcome="failed"}'),
      first: await app.metric('delivery_first_attempt_seconds_count'),
      firstWithin60: await app.metric('delivery_first_attempt_seconds_bucket{le="60"}'),
    });
    expect(await counted()).toMatchObject({ delivered: 0, failed: 0, first: 0 });
    await app.hear(customerCreated(tenant.accountId));
    await settled(app, 1);
    expect(await counted()).toEqual({ delivered: 0, failed: 1, first: 1, firstWithin60: 1 });
    status = 200;
    clock.advance(16 * MINUTE_MS);
    app.dueWork.wake();
    await settled(app, 2);
    expect(await counted()).toEqual({ delivered: 1, failed: 1, first: 1, firstWithin60: 1 });
  });

  it('do not count as first ones after a pause', async () => {
    const receiver = await stage.listen();
    const app = await stage.start({ clock });
    const tenant = aTenant();
    const id = await subscribe(app, tenant, receiver.url, true);
    await update(app, tenant, id, { paused: true });
    await app.hear(customerCreated(tenant.accountId));
    await update(app, tenant, id, { paused: false });
    await settled(app, 1);
    await until('it is counted', async () => (await app.metric('delivery_attempts_total{outcome="delivered"}')) === 1);
    expect(await app.metric('delivery_first_attempt_seconds_count')).toBe(0);
  });
});

describe('the health of webhooks', () => {
  const found = async (app: WebhooksApp) => {
    const all = await Promise.all(app.healthLooks.map(async ({ check, look }) => ({ check, ...(await look()) })));
    return all.filter(({ message }) => message !== undefined);
  };

  it('has a warning once a webhook is late for longer than the alert allows', async () => {
    const app = await stage.start({ clock, worker: false });
    const tenant = aTenant();
    await app.subscribe(tenant, NOWHERE);
    const since = clock.system();
    await app.hear(customerCreated(tenant.accountId));
    clock.advance(MINUTE_MS);
    expect(await found(app)).toEqual([]);
    clock.advance(SECOND_MS);
    expect(await found(app)).toEqual([
      { check: 'deliveries-overdue', message: 'Webhooks are due and not sent.', since },
    ]);
  });

  it('has a warning where a subscription is paused because it fails, and none where a person paused it', async () => {
    const app = await stage.start({ clock, worker: false });
    const tenant = aTenant();
    const id = await app.subscribe(tenant, NOWHERE);
    await update(app, tenant, id, { paused: true });
    expect(await found(app)).toEqual([]);
    await app.dataSource.query(`UPDATE subscriptions SET pause_reason = 'failures' WHERE id = $1`, [id]);
    expect(await found(app)).toEqual([
      { check: 'subscriptions-failing', message: '1 subscription is paused because of failures.' },
    ]);
  });
});
