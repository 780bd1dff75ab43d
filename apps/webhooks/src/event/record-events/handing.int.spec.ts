import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { ApplicationPrincipal } from '@halyard/contracts';
import { poolOf, runPooled, sessionOf, type SessionUse } from '@halyard/persistence';
import { createTestDatabase, type TestDatabase } from '@halyard/testing';
import { until } from '@halyard/testing/waiting';
import { aTenant, customerCreated, WebhooksApp } from '../../../test/support/webhooks-app.js';
import { DELIVERIES_CHANNEL } from '../delivery-notices.rows.js';
import type { RecordedDelivery } from '../recorded-delivery.js';
import { PublicEventsConsumer } from './public-events.consumer.js';

const WORKER = 7;
const HOUR_MS = 3_600_000;

let database: TestDatabase;
let webhooks: WebhooksApp;
let heard: string[];
let listening: SessionUse;
let tenant: ApplicationPrincipal;
beforeAll(async () => {
  database = await createTestDatabase();
  webhooks = await WebhooksApp.on(database, { worker: false });
  listening = sessionOf(webhooks.dataSource).join(() => undefined);
  await (await listening.session()).listen(DELIVERIES_CHANNEL, (payload) => heard.push(payload));
});
afterAll(async () => {
  await listening.leave();
  await webhooks.close();
  await database.drop();
});
beforeEach(() => {
  heard = [];
  tenant = aTenant();
});

/** A subscription that the worker leases for another hour, but for what is said otherwise. */
async function subscribe(
  otherwise: Readonly<Record<string, unknown>> = {},
  topics?: readonly string[],
): Promise<string> {
  const body = { url: 'http://127.0.0.1:9/', secret: 'a secret', topics };
  const { id } = (await webhooks.expect('created', 'POST', '/webhook-subscriptions', tenant, body)).resource;
  const columns = { leased_by: WORKER, leased_until: new Date(Date.now() + HOUR_MS), failures: 3, ...otherwise };
  const sets = Object.keys(columns).map((column, index) => `${column} = $${index + 2}`);
  await webhooks.dataSource.query(`UPDATE subscriptions SET ${sets.join(', ')} WHERE id = $1`, [
    id,
    ...Object.values(columns),
  ]);
  return id;
}

/** What a process whose worker has this number is handed of events that it records, and who is told that something is due. */
async function record(worker: number | undefined, ...events: readonly ReturnType<typeof customerCreated>[]) {
  const taken: RecordedDelivery[] = [];
  const sender = {
    worker,
    accept: (given: readonly RecordedDelivery[]) => void taken.push(...given),
    look: () => undefined,
  };
  const { steps, onEnd } = new PublicEventsConsumer(webhooks.clock, sender).effectOf(events);
  const listened = heard.length;
  onEnd?.(await runPooled(poolOf(webhooks.dataSource), steps));
  await webhooks.dataSource.query(`SELECT pg_notify('${DELIVERIES_CHANNEL}', 'end')`);
  await until('all notices have come', () => heard.at(-1) === 'end');
  return { taken, heard: heard.slice(listened, -1) };
}
const one = () => customerCreated(tenant.accountId);

it('is what the process records for a subscription that its worker leases, as the queue would give it', async () => {
  const id = await subscribe();
  const { taken, heard } = await record(WORKER, one(), customerCreated(aTenant().accountId), one());
  expect(heard).toEqual([WORKER.toString()]);
  const { newest, ...subscription } = (await webhooks.queue.claim(new Map([[id, 10]]), []))[0]?.subscription ?? {};
  expect(newest).toBe(2);
  expect(taken).toEqual(
    (await webhooks.queue.claim(new Map([[id, 10]]), [])).map(({ tries, resendOf, url, replayId, ...claimed }) => {
      expect([tries, resendOf, url, replayId]).toEqual([0, undefined, undefined, undefined]);
      return { ...claimed, subscription };
    }),
  );
});

it.each<[string, Readonly<Record<string, unknown>>, number | undefined, string[]]>([
  ['leases', { leased_by: WORKER + 1 }, WORKER, ['']],
  ['leases any more', { leased_until: new Date(Date.now() - 1) }, WORKER, ['']],
  ['leases, as it has none', { leased_by: null }, WORKER, ['']],
  ['leases, as there is no worker', {}, undefined, ['']],
  ['may send without asking, as order is strict', { strict_order: true }, WORKER, ['']],
  ['may send at all, as it is paused', { paused: true, pause_reason: 'requested' }, WORKER, []],
])('is nothing of a subscription that no worker of the process %s', async (_, otherwise, worker, told) => {
  await subscribe(otherwise);
  expect(await record(worker, one())).toEqual({ taken: [], heard: told });
});

it('is told to all workers unless one was handed everything', async () => {
  const [mine, another] = [await subscribe(), await subscribe({ leased_by: WORKER + 1 })];
  const { taken, heard } = await record(WORKER, one());
  expect([taken.map(({ subscription }) => subscription.id), heard]).toEqual([[mine], ['']]);
  const numbers = await webhooks.dataSource.query<object[]>(
    'SELECT sequence FROM deliveries WHERE subscription_id = ANY ($1)',
    [[mine, another]],
  );
  expect(numbers).toEqual([{ sequence: '1' }, { sequence: '1' }]);
});

it('is nothing of topics that the subscription does not want', async () => {
  await subscribe({}, ['customer_suspended']);
  expect(await record(WORKER, one())).toEqual({ taken: [], heard: [] });
});

it('knows of a paused subscription that the queue passes over some of it', async () => {
  const id = await subscribe();
  await webhooks.hear(one());
  const [first] = await webhooks.queue.claim(new Map([[id, 10]]), []);
  await webhooks.dataSource.query(
    `INSERT INTO deliveries (subscription_id, sequence, event_id, resource_id, recorded_at, state, resend_of, requested_at)
     SELECT subscription_id, sequence, event_id, resource_id, recorded_at, 'pending', id, now()
     FROM deliveries WHERE subscription_id = $1`,
    [id],
  );
  await webhooks.dataSource.query(`UPDATE subscriptions SET paused = true, pause_reason = 'requested' WHERE id = $1`, [
    id,
  ]);
  const [resent] = await webhooks.queue.claim(new Map([[id, 10]]), []);
  expect([first?.subscription.newest, resent?.resendOf, resent?.subscription.newest]).toEqual([
    1,
    first?.id,
    undefined,
  ]);
});
