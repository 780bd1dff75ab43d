import { describe, expect, it, jest } from '@jest/globals';
import { newId } from '@halyard/core';
import { TestClock } from '@halyard/testing/clock';
import { until } from '@halyard/testing/waiting';
import { anAttempt, answered } from '../../test/support/deliveries.js';
import { attemptsOf, DeliveryStage, settled } from '../../test/support/delivery-stage.js';
import { presentWorker } from '../../test/support/present-worker.js';
import type { Receiver } from '../../test/support/receiver.js';
import type { WebhooksApp } from '../../test/support/webhooks-app.js';
import { aTenant, customerCreated } from '../../test/support/webhooks-app.js';
import { DeliveryLimits } from './delivery-limits.js';
import { presenceOf } from './queue/delivery-queue.rows.js';

const stage = new DeliveryStage();

/** Ids of a resource's events in the order in which they were recorded. */
const recorded = async ({ dataSource }: WebhooksApp, resourceId: string): Promise<string[]> => {
  const sql = 'SELECT id FROM public_events WHERE resource_id = $1 ORDER BY position';
  return (await dataSource.query<{ id: string }[]>(sql, [resourceId])).map(({ id }) => id);
};

/** Ids of a resource's events in the order in which each arrived for the first time. */
const arrived = (receiver: Receiver, resourceId: string): string[] => {
  const events = receiver.received.map(({ body }) => JSON.parse(body) as { id: string; resourceId: string });
  return [...new Set(events.filter((event) => event.resourceId === resourceId).map(({ id }) => id))];
};

/** Leases and claims all lanes, as a worker that lives and does nothing with it. */
const standStill = async (app: WebhooksApp, worker: number, now: Date, leaseMs: number) => {
  const presence = await presentWorker(app.dataSource, worker);
  const lanes = (await app.queue.waitingLanes()).map(({ subscriptionId }) => subscriptionId);
  const leasedUntil = new Date(now.getTime() + leaseMs);
  const leased = await app.queue.lease(lanes, { worker, former: [] }, { now, leasedUntil });
  const claimed = await app.queue.claim(new Map([...leased].map((lane) => [lane, 10])), []);
  return { claimed, end: () => presence.close() };
};

/** A receiver whose answers wait until they are let go. */
const listenHolding = async (status = 200) => {
  const waiting: (() => void)[] = [];
  const receiver = await stage.listen((response) => waiting.push(() => response.writeHead(status).end()));
  return { receiver, waiting };
};

describe('what one resource tells one subscriber', () => {
  it('arrives in order, with two workers and answers in any order, and other resources beside it', async () => {
    const { receiver, waiting } = await listenHolding();
    const tenant = aTenant();
    const limits = { perSubscription: 4, claimedPerSubscription: 8 };
    const apps = [await stage.start({ limits }), await stage.start({ limits })] as const;
    await apps[0].subscribe(tenant, receiver.url);
    const customers = Array.from({ length: 8 }, () => newId());
    const round = () => customers.map((id) => customerCreated(tenant.accountId, id));
    for (let i = 0; i < 3; i += 1) {
      await apps[0].hear(...round());
      await apps[1].hear(...round(), ...round());
    }
    await until('all have come', () => {
      waiting.pop()?.();
      return receiver.received.length === 72;
    });
    waiting.splice(0).forEach((answer) => answer());
    await settled(apps[0], 72);
    for (const id of customers) expect(arrived(receiver, id)).toEqual(await recorded(apps[0], id));
    expect(receiver.concurrent).toBeGreaterThan(1);
  });

  it('arrives in order where it is handed to the sender of the process that records it, with another beside it', async () => {
    const receiver = await stage.listen();
    const tenant = aTenant();
    const apps = [await stage.start(), await stage.start()] as const;
    await apps[0].subscribe(tenant, receiver.url);
    const customers = Array.from({ length: 5 }, () => newId());
    for (let sequence = 1; sequence <= 24; sequence += 1) {
      const events = customers.map((id) => ({ ...customerCreated(tenant.accountId, id), sequence }));
      await apps[sequence % 8 < 5 ? 0 : 1].receive('customers.events.v1', ...events);
    }
    await settled(apps[0], 120);
    expect(receiver.received).toHaveLength(120);
    for (const id of customers) expect(arrived(receiver, id)).toEqual(await recorded(apps[0], id));
  });

  it('goes on after a failure, which waits for its retry', async () => {
    const receiver = await stage.listen((response) =>
      response.writeHead(receiver.received.length === 1 ? 500 : 200).end(),
    );
    const tenant = aTenant();
    const app = await stage.start();
    await app.subscribe(tenant, receiver.url);
    const id = newId();
    await app.hear(customerCreated(tenant.accountId, id), customerCreated(tenant.accountId, id));
    await settled(app, 2);
    expect((await attemptsOf(app)).map(({ state }) => state)).toEqual(['waiting', 'delivered']);
    expect(arrived(receiver, id)).toEqual(await recorded(app, id));
  });

  it('waits for what could not be attempted', async () => {
    const receiver = await stage.listen();
    const tenant = aTenant();
    const app = await stage.start({ limits: { pauseAfterFailureMs: 50 } });
    await app.subscribe(tenant, receiver.url);
    const garble = `UPDATE subscriptions SET sealed_secret = set_byte(sealed_secret, 20, get_byte(sealed_secret, 20) # 1)`;
    await app.dataSource.query(garble);
    const id = newId();
    const leased = 'SELECT 1 FROM subscriptions WHERE leased_by IS NOT NULL';
    await app.hear(customerCreated(tenant.accountId, id));
    await until('it was claimed', async () => (await app.dataSource.query<unknown[]>(leased)).length > 0);
    await app.hear(customerCreated(tenant.accountId, id));
    expect(receiver.received).toHaveLength(0);
    await app.dataSource.query(garble);
    await settled(app, 2);
    expect(arrived(receiver, id)).toEqual(await recorded(app, id));
  });
});

describe('a worker that stands still', () => {
  it('holds up the subscription that it leases, as long as it does, and no other', async () => {
    const receiver = await stage.listen();
    const [held, free] = [aTenant(), aTenant()];
    const idle = await stage.start({ worker: false });
    await idle.subscribe(held, receiver.url);
    await idle.subscribe(free, receiver.url);
    const [first, second] = [newId(), newId()];
    await idle.hear(customerCreated(held.accountId, first));
    const still = await standStill(idle, 4713, new Date(), 3_600_000);
    await idle.hear(customerCreated(held.accountId, first), customerCreated(free.accountId, second));

    const app = await stage.start();
    await settled(app, 1);
    expect([arrived(receiver, first), arrived(receiver, second)]).toEqual([[], await recorded(app, second)]);
    await app.dataSource.query('UPDATE subscriptions SET leased_until = now()');
    await idle.hear(customerCreated(held.accountId, first));
    await settled(app, 4);
    expect(arrived(receiver, first)).toEqual(await recorded(app, first));
    await still.end();
  });

  it('sends nothing more of what another leases meanwhile, and takes none of it away', async () => {
    const { receiver, waiting } = await listenHolding(500);
    const tenant = aTenant();
    const clock = new TestClock();
    const app = await stage.start({ clock });
    await app.subscribe(tenant, receiver.url);
    const id = newId();
    await app.hear(customerCreated(tenant.accountId, id), customerCreated(tenant.accountId, id));
    await until('the first is under way', () => waiting.length === 1);

    clock.advance(new DeliveryLimits().leaseMs + 1_000);
    const other = await standStill(app, 4714, clock.system(), 120_000);
    expect(other.claimed.map(({ event }) => event.id)).toEqual(await recorded(app, id));
    waiting.splice(0).forEach((answer) => answer());
    await settled(app, 1);
    const looks = jest.spyOn(app.queue, 'waitingLanes');
    await app.hear(customerCreated(tenant.accountId, id));
    await until('it has looked', () => looks.mock.results.length > 0);
    expect(arrived(receiver, id)).toHaveLength(1);
    const states = await app.dataSource.query<{ state: string }[]>('SELECT state FROM deliveries');
    expect(states.map(({ state }) => state)).toEqual(['pending', 'pending', 'pending']);
    expect(await app.dataSource.query('SELECT leased_by, failures FROM subscriptions')).toEqual([
      { leased_by: 4714, failures: 1 },
    ]);
    await other.end();
  });
});

describe('a worker whose claim failed', () => {
  it('goes on with what it leases, in order and at once', async () => {
    const receiver = await stage.listen();
    const tenant = aTenant();
    const idle = await stage.start({ worker: false });
    await idle.subscribe(tenant, receiver.url);
    const id = newId();
    await idle.hear(customerCreated(tenant.accountId, id));
    // The lease stands, but reading what waits fails.
    await idle.dataSource.query('ALTER TABLE public_events RENAME TO away');
    await stage.start({ limits: { pauseAfterFailureMs: 50 } });
    const leased = 'SELECT 1 FROM subscriptions WHERE leased_by IS NOT NULL';
    await until('it was leased', async () => (await idle.dataSource.query<unknown[]>(leased)).length > 0);
    await idle.dataSource.query('ALTER TABLE away RENAME TO public_events');
    await idle.hear(customerCreated(tenant.accountId, id));
    await settled(idle, 2);
    expect(arrived(receiver, id)).toEqual(await recorded(idle, id));
  });
});

describe('a worker that loses its connection', () => {
  it('goes on under another number, also where Postgres still takes it to be alive under the former', async () => {
    const { receiver, waiting } = await listenHolding();
    const tenant = aTenant();
    const app = await stage.start({ limits: { pauseAfterFailureMs: 50 } });
    await app.subscribe(tenant, receiver.url);
    const id = newId();
    await app.hear(customerCreated(tenant.accountId, id), customerCreated(tenant.accountId, id));
    await until('the first is under way', () => waiting.length === 1);
    const holder = () => app.dataSource.query<{ leased_by: number }[]>('SELECT leased_by FROM subscriptions');
    const [former] = await holder();
    // Gets the lock of the lost connection: as if Postgres had not yet let go of it.
    const heir = app.dataSource.createQueryRunner();
    const [backend] = (await heir.query('SELECT pg_backend_pid() AS pid')) as { pid: number }[];
    const inherited = heir.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [
      presenceOf(former?.leased_by ?? 0),
    ]);
    await app.dataSource.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> ALL (ARRAY[pg_backend_pid(), $1])`,
      [backend?.pid],
    );
    await inherited;
    await until('it leases under another number', () =>
      holder().then(
        ([present]) => present?.leased_by !== former?.leased_by,
        () => false,
      ),
    );
    await until('both have come', () => {
      waiting.splice(0).forEach((answer) => answer());
      return arrived(receiver, id).length === 2;
    });
    waiting.splice(0).forEach((answer) => answer());
    await settled(app, 2);
    expect(arrived(receiver, id)).toEqual(await recorded(app, id));
    await heir.release();
  });
});

describe('a worker that stops', () => {
  it('lets another go on at once, when its last attempts are over', async () => {
    const { receiver, waiting } = await listenHolding();
    const tenant = aTenant();
    const limits = { perSubscription: 1 };
    const stopping = await stage.start({ limits });
    await stopping.subscribe(tenant, receiver.url);
    const [begun, other] = [newId(), newId()];
    await stopping.hear(customerCreated(tenant.accountId, begun), customerCreated(tenant.accountId, other));
    await until('the first is under way', () => waiting.length === 1);

    const next = await stage.start({ limits });
    const closing = stage.stop(stopping);
    await next.hear(customerCreated(tenant.accountId, begun));
    expect(receiver.received).toHaveLength(1);
    waiting.splice(0).forEach((answer) => answer());
    await closing;
    await until('all have come', () => {
      waiting.splice(0).forEach((answer) => answer());
      return receiver.received.length === 3;
    });
    await settled(next, 3);
    expect(arrived(receiver, begun)).toEqual(await recorded(next, begun));
  });
});

describe('an attempt that ends after its lease', () => {
  it.each([
    ['failed', 'pending', 500],
    ['delivered', 'delivered', 200],
  ])('and %s leaves a delivery of a subscription that another leases %s', async (_, state, status) => {
    const tenant = aTenant();
    const app = await stage.start({ worker: false });
    await app.subscribe(tenant, 'http://127.0.0.1:1/');
    await app.hear(customerCreated(tenant.accountId));
    const at = new Date();
    const late = await standStill(app, 1, at, 1_000);
    const present = await standStill(app, 2, new Date(at.getTime() + 1_000), 60_000);
    const [delivery] = late.claimed;
    if (!delivery) throw new Error('nothing was claimed');
    expect(present.claimed).toEqual([delivery]);
    await app.records.settle([anAttempt({ delivery, worker: 1, at, result: answered(status) })]);
    expect((await attemptsOf(app)).map((attempt) => attempt.state)).toEqual([state]);
    await late.end();
    await present.end();
  });
});
