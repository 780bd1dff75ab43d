import { afterEach, describe, expect, it } from '@jest/globals';
import type { ApplicationPrincipal } from '@halyard/contracts';
import { newId } from '@halyard/core';
import { TestClock } from '@halyard/testing/clock';
import { until } from '@halyard/testing/waiting';
import { DeliveryStage } from '../../test/support/delivery-stage.js';
import { aTenant, customerCreated, type WebhooksApp } from '../../test/support/webhooks-app.js';
import { beginRebuild } from '../event/rebuild-events/rebuild-events.rows.js';
import type { Attempt } from './delivery.js';

const NOWHERE = 'http://127.0.0.1:1/';
const MINUTE_MS = 60_000;

const stage = new DeliveryStage();
const clock = new TestClock();
afterEach(() => clock.set(new TestClock().system()));

interface Three {
  readonly app: WebhooksApp;
  readonly tenant: ApplicationPrincipal;
  readonly id: string;
  /** In order. They are numbered and stored in the opposite order. */
  readonly deliveries: readonly [first: string, middle: string, last: string];
}

async function threeDeliveries(strictOrder = false): Promise<Three> {
  const tenant = aTenant();
  const app = await stage.start({ worker: false, clock });
  const body = { url: NOWHERE, secret: 's', strictOrder };
  const { id } = (await app.expect('created', 'POST', '/webhook-subscriptions', tenant, body)).resource;
  await app.hear(...Array.from({ length: 3 }, () => customerCreated(tenant.accountId)));
  const rows = await app.dataSource.query<{ id: string }[]>('SELECT id FROM deliveries ORDER BY id');
  const [first = '', middle = '', last = ''] = rows.map((row) => row.id);
  for (const [at, delivery] of [last, middle, first].entries()) {
    await app.dataSource.query('UPDATE deliveries SET sequence = $1 WHERE id = $2', [at + 1, delivery]);
  }
  return { app, tenant, id, deliveries: [first, middle, last] };
}

/** Locks a delivery. @returns what frees it */
async function lock({ dataSource }: WebhooksApp, delivery: string): Promise<() => Promise<void>> {
  const other = dataSource.createQueryRunner();
  await other.startTransaction();
  await other.query('SELECT FROM deliveries WHERE id = $1 FOR UPDATE', [delivery]);
  return async () => {
    await other.rollbackTransaction();
    await other.release();
  };
}

async function somebodyWaits({ dataSource }: WebhooksApp): Promise<boolean> {
  const waits = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  return (await dataSource.query<unknown[]>(waits)).length > 0;
}

async function freeDeliveries({ dataSource }: WebhooksApp): Promise<string[]> {
  const rows = await dataSource.query<{ id: string }[]>('SELECT id FROM deliveries FOR UPDATE SKIP LOCKED');
  return rows.map(({ id }) => id);
}

const statesOf = async ({ app: { dataSource }, deliveries }: Three): Promise<(string | undefined)[]> => {
  const rows = await dataSource.query<{ id: string; state: string }[]>('SELECT id, state FROM deliveries');
  return deliveries.map((id) => rows.find((row) => row.id === id)?.state);
};

/** Attempts that succeeded, the newest delivery's first. */
async function attemptsOf({ app, id }: Three): Promise<Attempt[]> {
  const claimed = await app.queue.claim(new Map([[id, 3]]), []);
  const result = { statusCode: 200, headers: [], body: '' };
  return claimed.map((delivery) => ({
    id: newId(),
    delivery,
    worker: 1,
    at: clock.system(),
    durationMs: 1,
    result,
    signatures: { current: '', standard: '' },
  }));
}

type Step = (three: Three) => Promise<unknown>;
const nothing: Step = () => Promise.resolve();
const update =
  (body: object): Step =>
  ({ app, tenant, id }) =>
    app.expect('resource', 'POST', `/webhook-subscriptions/${id}`, tenant, body);
const sql =
  (statement: string): Step =>
  ({ app }) =>
    app.dataSource.query(statement);

describe('deliveries', () => {
  it.each<[string, { strictOrder?: boolean; before?: Step; does: Step; states: (string | undefined)[] }]>([
    [
      'the deletion of their subscription',
      {
        does: ({ app, tenant, id }) => app.expect('resource', 'DELETE', `/webhook-subscriptions/${id}`, tenant),
        states: [undefined, undefined, undefined],
      },
    ],
    [
      'attempts',
      {
        does: async (three) => three.app.records.settle(await attemptsOf(three)),
        states: ['delivered', 'delivered', 'delivered'],
      },
    ],
    [
      'the end of a pause',
      { before: update({ paused: true }), does: update({ paused: false }), states: ['held', 'held', 'held'] },
    ],
    [
      'the end of a pause in strict order',
      {
        strictOrder: true,
        before: async (three) => {
          await update({ paused: true })(three);
          await three.app.runDue();
        },
        does: update({ paused: false }),
        states: ['pending', 'pending', 'pending'],
      },
    ],
    [
      'a rebuild that has lost their events',
      {
        before: sql('DELETE FROM public_events'),
        does: ({ app }) => app.dataSource.transaction(beginRebuild),
        states: [undefined, undefined, undefined],
      },
    ],
  ])('are locked in the order of their ids by %s', async (_, { strictOrder, before = nothing, does, states }) => {
    const three = await threeDeliveries(strictOrder);
    const { app, deliveries } = three;
    await before(three);
    const free = await lock(app, deliveries[1]);
    const done = does(three);
    await until('it waits', () => somebodyWaits(app));
    expect(await freeDeliveries(app)).toEqual([deliveries[2]]);
    await free();
    await done;
    expect(await statesOf(three)).toEqual(states);
  });

  it('that are due hold up no others when one is locked, and that one comes later', async () => {
    const three = await threeDeliveries();
    const { app, deliveries } = three;
    await app.dataSource.query(`UPDATE deliveries SET state = 'waiting', retry_at = $1`, [clock.system()]);
    await app.dueWork.put({
      kind: 'webhook-retries',
      key: 'now',
      accountId: null,
      dueAt: clock.system(),
      data: {},
    });
    const free = await lock(app, deliveries[1]);
    await app.runDue();
    expect(await statesOf(three)).toEqual(['pending', 'waiting', 'pending']);
    await free();
    clock.advance(MINUTE_MS);
    await app.runDue();
    expect(await statesOf(three)).toEqual(['pending', 'pending', 'pending']);
  });

  it('of a paused subscription are held though one is locked, and that one later', async () => {
    const three = await threeDeliveries();
    const { app, deliveries } = three;
    await update({ paused: true })(three);
    const free = await lock(app, deliveries[1]);
    await app.runDue();
    expect(await statesOf(three)).toEqual(['held', 'pending', 'held']);
    await free();
    clock.advance(MINUTE_MS);
    await app.runDue();
    expect(await statesOf(three)).toEqual(['held', 'held', 'held']);
  });
});
