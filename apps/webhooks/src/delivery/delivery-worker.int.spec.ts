import { describe, expect, it, jest } from '@jest/globals';
import { newId } from '@halyard/core';
import { poolOf, runPooled } from '@halyard/persistence';
import { eventually, until } from '@halyard/testing/waiting';
import { attemptsOf, DeliveryStage, settled } from '../../test/support/delivery-stage.js';
import { presentWorker } from '../../test/support/present-worker.js';
import type { WebhooksApp } from '../../test/support/webhooks-app.js';
import { aTenant, customerCreated } from '../../test/support/webhooks-app.js';

const stage = new DeliveryStage();

describe('deliveries', () => {
  it('go out at most ten at a time to one subscription, and all of them', async () => {
    const waiting: (() => void)[] = [];
    const receiver = await stage.listen((response) => waiting.push(() => response.writeHead(200).end()));
    const tenant = aTenant();
    const app = await stage.start();
    await app.subscribe(tenant, receiver.url);
    await app.hear(...Array.from({ length: 35 }, () => customerCreated(tenant.accountId)));
    await until('ten wait for an answer', () => waiting.length === 10);
    await until('all have come', () => {
      waiting.splice(0).forEach((answer) => answer());
      return receiver.received.length === 35;
    });
    waiting.splice(0).forEach((answer) => answer());
    await settled(app, 35);
    expect(receiver.concurrent).toBe(10);
    expect(new Set(receiver.eventIds).size).toBe(35);
  });

  it('of a subscriber that hangs hold nobody else up', async () => {
    const waiting: (() => void)[] = [];
    let isHanging = true;
    const hanging = await stage.listen((response) => {
      if (isHanging) waiting.push(() => response.writeHead(200).end());
      else response.writeHead(200).end();
    });
    const prompt = await stage.listen();
    const [slow, fast] = [aTenant(), aTenant()];
    const app = await stage.start({ limits: { attemptTimeoutMs: 600_000, leaseMs: 1_200_000 } });
    await app.subscribe(slow, hanging.url);
    await app.subscribe(fast, prompt.url);
    await app.hear(...Array.from({ length: 300 }, () => customerCreated(slow.accountId)));
    await app.hear(...Array.from({ length: 50 }, () => customerCreated(fast.accountId)));
    await until('the prompt one has all of its own', () => prompt.received.length === 50);
    await until('the hanging one has as many as it may', () => hanging.received.length === 10);
    isHanging = false;
    waiting.forEach((answer) => answer());
  });

  it('of more than can be claimed at once are all made, each once, by two workers', async () => {
    const receiver = await stage.listen();
    const tenant = aTenant();
    const limits = { claimedPerSubscription: 20, claimedInTotal: 30 };
    const app = await stage.start({ limits });
    await stage.start({ limits });
    for (let i = 0; i < 3; i += 1) await app.subscribe(tenant, `${receiver.url}/${i}`);
    await app.hear(...Array.from({ length: 100 }, () => customerCreated(tenant.accountId)));
    await settled(app, 300);
    expect(receiver.received).toHaveLength(300);
    const seen = new Set(receiver.received.map(({ path, body }) => path + body));
    expect(seen.size).toBe(300);
  });
});

describe('a delivery whose worker died', () => {
  const abandon = async (app: WebhooksApp, worker: number, leaseMs: number): Promise<void> => {
    const now = new Date();
    const lanes = (await app.queue.waitingLanes()).map(({ subscriptionId }) => subscriptionId);
    const leasedUntil = new Date(now.getTime() + leaseMs);
    expect((await app.queue.lease(lanes, { worker, former: [] }, { now, leasedUntil })).size).toBe(1);
  };

  it('is made at once by the next one to start', async () => {
    const receiver = await stage.listen();
    const tenant = aTenant();
    const dying = await stage.start({ worker: false });
    await dying.subscribe(tenant, receiver.url);
    await dying.hear(customerCreated(tenant.accountId));
    await abandon(dying, 4711, 3_600_000);

    const next = await stage.start();
    await settled(next, 1);
    expect(receiver.received).toHaveLength(1);
  });

  it('is left alone while that worker lives, and made once its lease is over', async () => {
    const receiver = await stage.listen();
    const tenant = aTenant();
    const other = await stage.start({ worker: false });
    await other.subscribe(tenant, receiver.url);
    await other.hear(customerCreated(tenant.accountId));
    const presence = await presentWorker(other.dataSource, 4712);
    const leasedUntil = Date.now() + 700;
    await abandon(other, 4712, 700);

    const next = await stage.start();
    await settled(next, 1);
    expect(Date.now()).toBeGreaterThanOrEqual(leasedUntil);
    expect(receiver.received).toHaveLength(1);
    await presence.close();
  });
});

describe('a worker', () => {
  it('that is stopped finishes what it has begun and gives the rest back', async () => {
    const waiting: (() => void)[] = [];
    const receiver = await stage.listen((response) => waiting.push(() => response.writeHead(200).end()));
    const tenant = aTenant();
    const app = await stage.start();
    await app.subscribe(tenant, receiver.url);
    await app.hear(...Array.from({ length: 15 }, () => customerCreated(tenant.accountId)));
    await until('ten wait for an answer', () => waiting.length === 10);

    const closing = stage.stop(app);
    waiting.splice(0).forEach((answer) => answer());
    await closing;

    const next = await stage.start({ worker: false });
    const rows = await next.dataSource.query<{ state: string; leased: boolean; count: number }[]>(
      `SELECT state, leased_by IS NOT NULL AS leased, count(*)::int
       FROM deliveries JOIN subscriptions ON subscriptions.id = subscription_id GROUP BY 1, 2 ORDER BY 1`,
    );
    expect(rows).toEqual([
      { state: 'delivered', leased: false, count: 10 },
      { state: 'pending', leased: false, count: 5 },
    ]);
  });

  it('that loses its connection to the database hears what came meanwhile', async () => {
    const receiver = await stage.listen();
    const tenant = aTenant();
    const app = await stage.start({ limits: { pauseAfterFailureMs: 50 } });
    await app.subscribe(tenant, receiver.url);
    await app.dataSource.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    );
    await eventually('the database answers again', () => app.hear(customerCreated(tenant.accountId)));
    await until('it was delivered', () => receiver.received.length >= 1);
  });

  it('sends what its own process records without asking the queue, once it has what that held', async () => {
    const receiver = await stage.listen();
    const tenant = aTenant();
    const app = await stage.start({ limits: { leaseMs: 3_600_000 } });
    await app.subscribe(tenant, receiver.url);
    const record = (): Promise<void> => app.receive('customers.events.v1', customerCreated(tenant.accountId));
    await record();
    await settled(app, 1);
    const claim = jest.spyOn(app.queue, 'claim');
    for (const count of [2, 3, 4]) {
      await record();
      await settled(app, count);
    }
    expect(claim).not.toHaveBeenCalled();
    expect(receiver.received.map(({ body }) => (JSON.parse(body) as { sequence: number }).sequence)).toEqual([
      1, 2, 3, 4,
    ]);
    expect((await attemptsOf(app)).map(({ state }) => state)).toEqual(Array(4).fill('delivered'));
  });

  it('sends what it was to be handed, also where the answer that tells of it is lost', async () => {
    const receiver = await stage.listen();
    const tenant = aTenant();
    const app = await stage.start({ limits: { leaseMs: 3_600_000 } });
    await app.subscribe(tenant, receiver.url);
    await app.receive('customers.events.v1', customerCreated(tenant.accountId));
    await settled(app, 1);
    const { steps, onEnd } = app.consumer.effectOf([customerCreated(tenant.accountId)]);
    await runPooled(poolOf(app.dataSource), steps);
    onEnd?.(undefined);
    await settled(app, 2);
    expect(receiver.received).toHaveLength(2);
  });

  it('looks no more for what could not be attempted, once its subscription is gone', async () => {
    const receiver = await stage.listen();
    const [damaged, sound] = [aTenant(), aTenant()];
    const app = await stage.start({ limits: { pauseAfterFailureMs: 20 } });
    const ids = await Promise.all(Array.from({ length: 5 }, () => app.subscribe(damaged, receiver.url)));
    await app.subscribe(sound, receiver.url);
    const garble =
      'UPDATE subscriptions SET sealed_secret = set_byte(sealed_secret, 20, 255 - get_byte(sealed_secret, 20))';
    await app.dataSource.query(`${garble} WHERE id = ANY ($1)`, [ids]);
    const looks = jest.spyOn(app.queue, 'waitingLanes');
    await app.hear(customerCreated(damaged.accountId));
    await until('it was tried again and again', () => looks.mock.results.length > 5);
    for (const id of ids) await app.call('DELETE', `/webhook-subscriptions/${id}`, damaged);
    looks.mockClear();
    for (let count = 1; count <= 10; count += 1) {
      await app.hear(customerCreated(sound.accountId));
      await settled(app, count);
    }
    expect(looks.mock.results.length).toBeLessThan(50);
  });

  it('skips a subscription that was deleted meanwhile', async () => {
    const receiver = await stage.listen();
    const [gone, here] = [aTenant(), aTenant()];
    const app = await stage.start();
    const id = await app.subscribe(gone, receiver.url);
    await app.subscribe(here, receiver.url);
    await app.call('DELETE', `/webhook-subscriptions/${id}`, gone);
    await app.hear(customerCreated(gone.accountId), customerCreated(here.accountId, newId()));
    await settled(app, 1);
    expect(receiver.received).toHaveLength(1);
  });
});
