import { afterEach, describe, expect, it } from '@jest/globals';
import type { ApplicationPrincipal } from '@halyard/contracts';
import { newId } from '@halyard/core';
import { TestClock } from '@halyard/testing/clock';
import { until } from '@halyard/testing/waiting';
import { DeliveryStage, settled } from '../../test/support/delivery-stage.js';
import type { WebhooksApp } from '../../test/support/webhooks-app.js';
import { aTenant, customerCreated } from '../../test/support/webhooks-app.js';
import { FAILURES_MAX } from '../delivery/outcome/pauses.js';

const MINUTE_MS = 60_000;
/** Minutes after the first attempt (reference facts, 10.2). */
const OFFSETS = [15, 60, 180, 360, 720, 1_440, 2_880, 4_320];

const stage = new DeliveryStage();
const clock = new TestClock();
afterEach(() => clock.set(new TestClock().system()));

const subscribe = async (app: WebhooksApp, tenant: ApplicationPrincipal, url: string, strictOrder = false) => {
  const body = { url, secret: 's', strictOrder };
  return (await app.expect('created', 'POST', '/webhook-subscriptions', tenant, body)).resource.id;
};
const move = (app: WebhooksApp, ms: number): void => {
  clock.advance(ms);
  app.dueWork.wake();
};
const update = (app: WebhooksApp, tenant: ApplicationPrincipal, id: string, body: object) =>
  app.expect('resource', 'POST', `/webhook-subscriptions/${id}`, tenant, body);
const statesOf = async ({ dataSource }: WebhooksApp, id: string): Promise<string[]> => {
  const sql = 'SELECT state FROM deliveries WHERE subscription_id = $1 ORDER BY sequence';
  return (await dataSource.query<{ state: string }[]>(sql, [id])).map(({ state }) => state);
};
const subscriptionRow = async ({ dataSource }: WebhooksApp, id: string) => {
  const sql = 'SELECT paused, failures FROM subscriptions WHERE id = $1';
  const [row] = await dataSource.query<{ paused: boolean; failures: number }[]>(sql, [id]);
  return row;
};
/** Why the account is shown that it is paused, and what the history has of it. */
const pauseOf = async (app: WebhooksApp, tenant: ApplicationPrincipal, id: string) => {
  const { attributes } = await app.expect('resource', 'GET', `/webhook-subscriptions/${id}`, tenant);
  const rows = await app.dataSource.query<{ data: object }[]>(
    `SELECT data FROM history WHERE key = $1 AND type = 'webhooks.subscription-paused.v1'`,
    [id],
  );
  const { accountId, applicationId } = tenant;
  expect(rows).toMatchObject([{ data: { subscriptionId: id, accountId, applicationId } }]);
  const { reason, failures } = rows[0]?.data as { readonly reason?: string; readonly failures?: number };
  return [attributes['pauseReason'], { reason, failures }];
};

describe('a delivery that fails', () => {
  it('is tried again eight times, at 15 minutes, 1, 3, 6, 12, 24, 48 and 72 hours, and has failed then', async () => {
    const receiver = await stage.listen((response) => response.writeHead(500).end());
    const tenant = aTenant();
    const app = await stage.start({ clock });
    const id = await subscribe(app, tenant, receiver.url);
    await app.hear(customerCreated(tenant.accountId));
    await settled(app, 1);
    for (const [index, minutes] of OFFSETS.entries()) {
      const now = (OFFSETS[index - 1] ?? 0) * MINUTE_MS;
      const [row] = await app.dataSource.query<{ retry_at: Date }[]>('SELECT retry_at FROM deliveries');
      expect(row?.retry_at.getTime()).toBe(new TestClock().system().getTime() + minutes * MINUTE_MS);
      move(app, minutes * MINUTE_MS - now);
      await settled(app, index + 2);
    }
    expect(await statesOf(app, id)).toEqual(['failed']);
    expect(receiver.received).toHaveLength(9);
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
    const stamps = receiver.received.map(({ headers }) => Number(headers['webhook-timestamp']));
    expect(stamps.map((stamp) => (stamp - (stamps[0] ?? 0)) / 60)).toEqual([0, ...OFFSETS]);
  });

  it('holds up nothing that follows it, of its resource either', async () => {
    const receiver = await stage.listen((response) =>
      response.writeHead(receiver.received.length === 1 ? 500 : 200).end(),
    );
    const tenant = aTenant();
    const app = await stage.start({ clock });
    const id = await subscribe(app, tenant, receiver.url);
    const event = customerCreated(tenant.accountId);
    await app.hear(event, { ...event, id: '0195b3a0-0000-7000-8000-0000000000c2' });
    await settled(app, 2);
    expect(await statesOf(app, id)).toEqual(['waiting', 'delivered']);
    move(app, 15 * MINUTE_MS);
    await settled(app, 3);
    expect(await statesOf(app, id)).toEqual(['delivered', 'delivered']);
  });
});

describe('in strict order', () => {
  it('waits for each retry, pauses after the eighth, and goes on at the gap once it is resumed', async () => {
    let broken = true;
    const receiver = await stage.listen((response) => response.writeHead(broken ? 500 : 200).end());
    const tenant = aTenant();
    const app = await stage.start({ clock });
    const id = await subscribe(app, tenant, receiver.url, true);
    await app.hear(...Array.from({ length: 3 }, () => customerCreated(tenant.accountId)));
    await settled(app, 1);
    for (const [index, minutes] of OFFSETS.entries()) {
      expect(await statesOf(app, id)).toEqual(['waiting', 'pending', 'pending']);
      move(app, (minutes - (OFFSETS[index - 1] ?? 0)) * MINUTE_MS);
      await settled(app, index + 2);
    }
    await until('all are held', async () => (await statesOf(app, id)).every((state) => state === 'held'));
    expect(await subscriptionRow(app, id)).toEqual({ paused: true, failures: 9 });
    expect(await pauseOf(app, tenant, id)).toEqual(['retries-exhausted', { reason: 'retries-exhausted', failures: 9 }]);
    await app.hear(customerCreated(tenant.accountId));
    expect(new Set(receiver.eventIds).size).toBe(1);

    broken = false;
    await update(app, tenant, id, { paused: false });
    await settled(app, 13);
    expect(await statesOf(app, id)).toEqual(Array(4).fill('delivered'));
    const numbers = receiver.received.map(({ headers }) => Number(headers['x-service-sequence']));
    expect(numbers.slice(9)).toEqual([1, 2, 3, 4]);
  });

  it('goes on at once where a retry by hand has closed the gap, though nothing else happens', async () => {
    const receiver = await stage.listen((response) =>
      response.writeHead(receiver.received.length === 1 ? 500 : 200).end(),
    );
    const tenant = aTenant();
    // Or it would look again soon anyway, to renew its lease.
    const app = await stage.start({ clock, limits: { leaseMs: 24 * 60 * MINUTE_MS } });
    const id = await subscribe(app, tenant, receiver.url, true);
    await app.hear(...Array.from({ length: 3 }, () => customerCreated(tenant.accountId)));
    await settled(app, 1);
    expect(await statesOf(app, id)).toEqual(['waiting', 'pending', 'pending']);
    const { items } = await app.expect('collection', 'GET', `/webhook-subscriptions/${id}/webhooks`, tenant);
    const gap = items.find(({ attributes }) => attributes['sequence'] === 1);
    await app.expect('created', 'POST', `/webhooks/${gap?.id}/retries`, tenant);
    await until('all are delivered', async () => (await statesOf(app, id)).every((state) => state === 'delivered'));
    const numbers = receiver.received.map(({ headers }) => Number(headers['x-service-sequence']));
    expect(numbers).toEqual([1, 1, 2, 3]);
  });
});

describe('a receiver that is down for half an hour, while more and more happens', () => {
  it.each([
    ['has everything in the end', false],
    ['in strict order has everything in its order', true],
  ])('%s', async (_, strictOrder) => {
    let isDown = true;
    const taken: number[] = [];
    const receiver = await stage.listen((response, { headers }) => {
      if (!isDown) taken.push(Number(headers['x-service-sequence']));
      response.writeHead(isDown ? 503 : 204).end();
    });
    const tenant = aTenant();
    const app = await stage.start({ clock });
    const id = await subscribe(app, tenant, receiver.url, strictOrder);
    const resources = Array.from({ length: 7 }, () => newId());
    let told = 0;
    const hear = async (count: number): Promise<void> => {
      const events = Array.from({ length: count }, (_, n) => customerCreated(tenant.accountId, resources[n % 7]));
      await app.hear(...events);
      told += count;
    };
    for (let minutes = 0; minutes < 30; minutes += 5) {
      await hear(20);
      await until('what may be tried was tried', async () => {
        const states = await statesOf(app, id);
        return strictOrder ? states.includes('waiting') : !states.includes('pending');
      });
      move(app, 5 * MINUTE_MS);
    }
    await settled(app, 2);
    isDown = false;
    await hear(20);
    for (let hours = 0; hours < 3; hours += 1) move(app, 60 * MINUTE_MS);
    await until('all is delivered', async () => (await statesOf(app, id)).every((state) => state === 'delivered'));
    const all = Array.from({ length: told }, (_, index) => index + 1);
    expect(strictOrder ? taken : taken.toSorted((a, b) => a - b)).toEqual(all);
    expect(await subscriptionRow(app, id)).toEqual({ paused: false, failures: 0 });
  });
});

describe('a subscription', () => {
  it('is paused at the 400th failed attempt after another, no more are made, and it goes on when it is resumed', async () => {
    let status = 500;
    const receiver = await stage.listen((response) => response.writeHead(status).end());
    const tenant = aTenant();
    const app = await stage.start({ clock });
    const id = await subscribe(app, tenant, receiver.url);
    await app.hear(...Array.from({ length: FAILURES_MAX + 50 }, () => customerCreated(tenant.accountId)));
    await until('it is paused', async () => (await subscriptionRow(app, id))?.paused === true);
    await until('all are held', async () => (await statesOf(app, id)).every((state) => state === 'held'));
    expect(receiver.received).toHaveLength(FAILURES_MAX);
    const pausedAsFailing = () => app.metric('subscriptions_paused{cause="failing"}');
    expect(await pausedAsFailing()).toBe(1);
    expect(await pauseOf(app, tenant, id)).toEqual(['failures', { reason: 'failures', failures: FAILURES_MAX }]);
    await app.hear(customerCreated(tenant.accountId));
    move(app, 100 * 60 * MINUTE_MS);

    status = 200;
    await update(app, tenant, id, { paused: false });
    expect(await pausedAsFailing()).toBe(0);
    expect(await subscriptionRow(app, id)).toEqual({ paused: false, failures: 0 });
    expect((await pauseOf(app, tenant, id))[0]).toBeUndefined();
    await app.hear(customerCreated(tenant.accountId));
    await settled(app, FAILURES_MAX + 1);
    expect(receiver.received.slice(FAILURES_MAX).map(({ headers }) => headers['x-service-sequence'])).toEqual(['452']);
    expect(await app.dataSource.query(`SELECT 1 FROM deliveries WHERE state IN ('pending', 'waiting')`)).toEqual([]);
  });

  it('counts anew after one success', async () => {
    const receiver = await stage.listen((response, { headers }) =>
      response.writeHead(headers['x-service-sequence'] === '300' ? 200 : 500).end(),
    );
    const tenant = aTenant();
    const app = await stage.start({ clock, limits: { perSubscription: 1 } });
    const id = await subscribe(app, tenant, receiver.url);
    await app.hear(...Array.from({ length: 600 }, () => customerCreated(tenant.accountId)));
    await settled(app, 600);
    expect(await subscriptionRow(app, id)).toEqual({ paused: false, failures: 300 });
  });

  it('that is paused by hand ends its retries and sends nothing of them when it is resumed', async () => {
    const receiver = await stage.listen((response) => response.writeHead(500).end());
    const tenant = aTenant();
    const app = await stage.start({ clock });
    const id = await subscribe(app, tenant, receiver.url);
    await app.hear(customerCreated(tenant.accountId));
    await settled(app, 1);
    expect((await update(app, tenant, id, { paused: true })).attributes).toMatchObject({
      paused: true,
      pauseReason: 'requested',
    });
    expect((await update(app, tenant, id, { paused: false })).attributes['paused']).toBe(false);
    expect(await statesOf(app, id)).toEqual(['held']);
    move(app, 100 * 60 * MINUTE_MS);
    await app.hear(customerCreated(tenant.accountId));
    await settled(app, 2);
    expect(receiver.received.map(({ headers }) => headers['x-service-sequence'])).toEqual(['1', '2']);
  });

  it('that is paused and resumed while an attempt is under way does not make that again when it fails', async () => {
    const waiting: (() => void)[] = [];
    const receiver = await stage.listen((response) => waiting.push(() => response.writeHead(500).end()));
    const tenant = aTenant();
    const app = await stage.start({ clock });
    const id = await subscribe(app, tenant, receiver.url);
    await app.hear(customerCreated(tenant.accountId));
    await until('it is under way', () => waiting.length === 1);
    await update(app, tenant, id, { paused: true });
    await update(app, tenant, id, { paused: false });
    waiting.shift()?.();
    await settled(app, 1);
    expect(await statesOf(app, id)).toEqual(['held']);
  });
});
