import { describe, expect, it, jest } from '@jest/globals';
import { newId } from '@halyard/core';
import { TestClock } from '@halyard/testing';
import { until } from '@halyard/testing/waiting';
import { attemptsOf, DeliveryStage, settled } from '../../test/support/delivery-stage.js';
import type { Receiver } from '../../test/support/receiver.js';
import type { WebhooksApp } from '../../test/support/webhooks-app.js';
import { aTenant, customerCreated } from '../../test/support/webhooks-app.js';
import { DeliveryLimits } from './delivery-limits.js';
import { WORKER_LOCK_CLASS } from '../event/delivery-signal.session.js';

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

/** Claims all that is due, as a worker that lives and does nothing with it. */
const standStill = async (app: WebhooksApp, worker: number, now: Date, leaseMs: number) => {
  const session = app.dataSource.createQueryRunner();
  await session.query('SELECT pg_advisory_lock($1, $2)', [WORKER_LOCK_CLASS, worker]);
  const rooms = new Map((await app.queue.waitingLanes(now)).map(({ subscriptionId }) => [subscriptionId, 10]));
  const leasedUntil = new Date(now.getTime() + leaseMs);
  const claimed = await app.queue.claim(rooms, { worker, now, leasedUntil });
  return { claimed, end: () => session.release() };
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

  it('goes on after a failure', async () => {
    const receiver = await stage.listen((response) =>
      response.writeHead(receiver.received.length === 1 ? 500 : 200).end(),
    );
    const tenant = aTenant();
    const app = await stage.start();
    await app.subscribe(tenant, receiver.url);
    const id = newId();
    await app.hear(customerCreated(tenant.accountId, id), customerCreated(tenant.accountId, id));
    await settled(app, 2);
    expect((await attemptsOf(app)).map(({ state }) => state)).toEqual(['failed', 'delivered']);
    expect(arrived(receiver, id)).toEqual(await recorded(app, id));
  });

  it('waits for what could not be attempted', async () => {
    const receiver = await stage.listen();
    const tenant = aTenant();
    const app = await stage.start({ limits: { leaseMs: 400, attemptTimeoutMs: 100 } });
    await app.subscribe(tenant, receiver.url);
    const garble = `UPDATE subscriptions SET sealed_secret = set_byte(sealed_secret, 20, get_byte(sealed_secret, 20) # 1)`;
    await app.dataSource.query(garble);
    const id = newId();
    await app.hear(customerCreated(tenant.accountId, id));
    const givenBack = 'SELECT 1 FROM deliveries WHERE leased_by IS NULL AND due_at > recorded_at';
    await until('it was given back', async () => (await app.dataSource.query<unknown[]>(givenBack)).length > 0);
    await app.dataSource.query(garble);
    await app.hear(customerCreated(tenant.accountId, id));
    await settled(app, 2);
    expect(arrived(receiver, id)).toEqual(await recorded(app, id));
  });
});

describe('a worker that stands still', () => {
  it('holds up what follows of the resources that it holds, until its lease is over, and nothing else', async () => {
    const receiver = await stage.listen();
    const tenant = aTenant();
    const idle = await stage.start({ worker: false });
    await idle.subscribe(tenant, receiver.url);
    const [held, free] = [newId(), newId()];
    await idle.hear(customerCreated(tenant.accountId, held));
    const still = await standStill(idle, 4713, new Date(), 1_500);
    await idle.hear(customerCreated(tenant.accountId, held), customerCreated(tenant.accountId, free));

    const app = await stage.start();
    await settled(app, 1);
    expect([arrived(receiver, held), arrived(receiver, free)]).toEqual([[], await recorded(app, free)]);

    await settled(app, 3);
    expect(arrived(receiver, held)).toEqual(await recorded(app, held));
    await still.end();
  });

  it('sends nothing more of what another claimed meanwhile, and takes none of it away', async () => {
    const { receiver, waiting } = await listenHolding(500);
    const tenant = aTenant();
    const clock = new TestClock();
    const app = await stage.start({ clock });
    await app.subscribe(tenant, receiver.url);
    const [id, another] = [newId(), newId()];
    await app.hear(customerCreated(tenant.accountId, id), customerCreated(tenant.accountId, id));
    await until('the first is under way', () => waiting.length === 1);

    clock.advance(new DeliveryLimits().leaseMs + 1_000);
    const other = await standStill(app, 4714, clock.system(), 120_000);
    expect(other.claimed.map(({ event }) => event.id)).toEqual(await recorded(app, id));
    waiting.splice(0).forEach((answer) => answer());
    await settled(app, 1);
    await app.hear(customerCreated(tenant.accountId, another), customerCreated(tenant.accountId, id));
    await until('another resource’s has come', () => arrived(receiver, another).length === 1);
    waiting.splice(0).forEach((answer) => answer());
    await settled(app, 2);
    expect(arrived(receiver, id)).toHaveLength(1);
    const claims = 'SELECT state, leased_by FROM deliveries WHERE resource_id = $1 ORDER BY sequence';
    expect(await app.dataSource.query(claims, [id])).toEqual([
      { state: 'pending', leased_by: 4714 },
      { state: 'pending', leased_by: 4714 },
      { state: 'pending', leased_by: null },
    ]);
    await other.end();
  });
});

describe('two claims at once', () => {
  it('never part what one resource tells', async () => {
    const tenant = aTenant();
    const app = await stage.start({ worker: false });
    const lane = await app.subscribe(tenant, 'http://127.0.0.1:1/');
    const id = newId();
    await app.hear(customerCreated(tenant.accountId, id), customerCreated(tenant.accountId, id));
    const now = new Date();
    const leasedUntil = new Date(now.getTime() + 60_000);

    const slow = app.dataSource.createQueryRunner();
    await slow.startTransaction();
    await slow.query('SELECT claim_deliveries($1, $2, 1, $3, $4)', [[lane], [1], now, leasedUntil]);
    const claim = app.queue.claim(new Map([[lane, 10]]), { worker: 2, now, leasedUntil });
    const waits = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    await until('the other claim waits', async () => (await app.dataSource.query<unknown[]>(waits)).length > 0);
    await slow.commitTransaction();
    await slow.release();
    expect(await claim).toEqual([]);
  });

  it('leave it to who holds the earlier ones', async () => {
    const tenant = aTenant();
    const app = await stage.start({ worker: false });
    await app.subscribe(tenant, 'http://127.0.0.1:1/');
    const id = newId();
    await app.hear(customerCreated(tenant.accountId, id));
    const now = new Date();
    const holder = await standStill(app, 1, now, 60_000);
    await app.hear(customerCreated(tenant.accountId, id));
    const after = new Date();
    const other = await standStill(app, 2, after, 60_000);
    const lane = holder.claimed[0]?.subscriptionId ?? '';
    const leasedUntil = new Date(after.getTime() + 60_000);
    const again = await app.queue.claim(new Map([[lane, 10]]), { worker: 1, now: after, leasedUntil });
    expect(other.claimed).toEqual([]);
    expect(again.map(({ event }) => event.id)).toEqual((await recorded(app, id)).slice(1));
    await holder.end();
    await other.end();
  });
});

describe('a worker whose claim failed', () => {
  it('goes on with what it may have claimed, in order and at once', async () => {
    const receiver = await stage.listen();
    const tenant = aTenant();
    const idle = await stage.start({ worker: false });
    await idle.subscribe(tenant, receiver.url);
    const id = newId();
    await idle.hear(customerCreated(tenant.accountId, id));
    // The claim stands, but reading what was claimed fails.
    await idle.dataSource.query('ALTER TABLE subscriptions RENAME TO away');
    await stage.start({ limits: { pauseAfterFailureMs: 50 } });
    const leased = 'SELECT 1 FROM deliveries WHERE leased_by IS NOT NULL';
    await until('it was claimed', async () => (await idle.dataSource.query<unknown[]>(leased)).length > 0);
    await idle.dataSource.query('ALTER TABLE away RENAME TO subscriptions');
    await idle.hear(customerCreated(tenant.accountId, id));
    await settled(idle, 2);
    expect(arrived(receiver, id)).toEqual(await recorded(idle, id));
  });
});

describe('a worker that loses its connection', () => {
  it('drops what it had claimed: it is anyone’s now', async () => {
    const { receiver, waiting } = await listenHolding();
    const tenant = aTenant();
    const app = await stage.start({ limits: { pauseAfterFailureMs: 50 } });
    await app.subscribe(tenant, receiver.url);
    const id = newId();
    await app.hear(customerCreated(tenant.accountId, id), customerCreated(tenant.accountId, id));
    await until('the first is under way', () => waiting.length === 1);
    const holders = () =>
      app.dataSource.query<{ leased_by: number }[]>('SELECT DISTINCT leased_by FROM deliveries WHERE leased_by > 0');
    const [former] = await holders();
    // Gets the lock of the lost connection: as if Postgres had not yet let go of it.
    const heir = app.dataSource.createQueryRunner();
    const [backend] = (await heir.query('SELECT pg_backend_pid() AS pid')) as { pid: number }[];
    const inherited = heir.query('SELECT pg_advisory_lock($1, $2)', [WORKER_LOCK_CLASS, former?.leased_by]);
    await app.dataSource.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> ALL (ARRAY[pg_backend_pid(), $1])`,
      [backend?.pid],
    );
    await inherited;
    await until('it has claimed them under another number', () =>
      holders().then(
        ([present]) => present !== undefined && present.leased_by !== former?.leased_by,
        () => false,
      ),
    );
    await until('both have come', () => {
      waiting.splice(0).forEach((answer) => answer());
      return arrived(receiver, id).length === 2;
    });
    waiting.splice(0).forEach((answer) => answer());
    await settled(app, 2);
    const [first, second] = await recorded(app, id);
    // The first comes once more where its former attempt had no answer by the time that the claim was read.
    expect(receiver.eventIds.filter((event, at, events) => event !== events[at - 1])).toEqual([first, second]);
    await heir.release();
  });
});

describe('a worker that stops', () => {
  it('lets others go on at once with what had to wait for its last attempt', async () => {
    const { receiver, waiting } = await listenHolding();
    const tenant = aTenant();
    // No room for another claim before the first is over.
    const stopping = await stage.start({ limits: { claimedPerSubscription: 1 } });
    await stopping.subscribe(tenant, receiver.url);
    const id = newId();
    await stopping.hear(customerCreated(tenant.accountId, id));
    await until('the first is under way', () => waiting.length === 1);

    const next = await stage.start();
    const closing = stage.stop(stopping);
    const claims = jest.spyOn(next.queue, 'claim');
    await next.hear(customerCreated(tenant.accountId, id));
    await until('the other has looked for it', () => claims.mock.results.length > 0);
    expect(await claims.mock.results[0]?.value).toEqual([]);
    waiting.splice(0).forEach((answer) => answer());
    await closing;
    await until('the second is under way', () => waiting.length === 1);
    waiting.splice(0).forEach((answer) => answer());
    await settled(next, 2);
    expect(arrived(receiver, id)).toEqual(await recorded(next, id));
  });

  it('lets others go on at once with what it gives back, and with what had to wait for it', async () => {
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
    ['failed', 'pending', { statusCode: 500 }],
    ['delivered', 'delivered', { statusCode: 200 }],
  ])('and %s leaves a delivery that another leases %s', async (_, state, result) => {
    const tenant = aTenant();
    const app = await stage.start({ worker: false });
    await app.subscribe(tenant, 'http://127.0.0.1:1/');
    await app.hear(customerCreated(tenant.accountId));
    const at = new Date();
    const late = await standStill(app, 1, at, 1_000);
    const after = new Date(at.getTime() + 1_000);
    const present = await standStill(app, 2, after, 60_000);
    const [delivery] = late.claimed;
    expect(present.claimed.map(({ id }) => id)).toEqual([delivery?.id]);
    const { id: deliveryId = '', recordedAt = at } = delivery ?? {};
    await app.queue.settle([{ id: newId(), deliveryId, recordedAt, worker: 1, at, durationMs: 1, result }]);
    expect((await attemptsOf(app)).map((attempt) => attempt.state)).toEqual([state]);
    await late.end();
    await present.end();
  });
});
