import { DAY_MS } from '@halyard/core';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { ApplicationPrincipal, CloudEvent } from '@halyard/contracts';
import type { TestDatabase } from '@halyard/testing';
import { applicationPrincipal, createTestDatabase } from '@halyard/testing';
import { TestClock } from '@halyard/testing/clock';
import { until } from '@halyard/testing/waiting';
import { Receiver } from '../../../test/support/receiver.js';
import { aTenant, customerCreated, WebhooksApp } from '../../../test/support/webhooks-app.js';

const TOPIC = 'customers.events.v1';
const NOWHERE = 'http://127.0.0.1:9/';

interface EventRow {
  readonly id: string;
  readonly resource_id: string;
  readonly position: string;
}

let database: TestDatabase;
let clock: TestClock;
let webhooks: WebhooksApp;
let tenant: ApplicationPrincipal;
let open: { close(): Promise<void> }[];

const start = async (worker: boolean): Promise<WebhooksApp> => {
  const app = await WebhooksApp.on(database, { worker, clock });
  open.push(app);
  return app;
};

beforeEach(async () => {
  open = [];
  database = await createTestDatabase();
  clock = new TestClock();
  webhooks = await start(false);
  tenant = aTenant();
});
afterEach(async () => {
  for (const one of open.toReversed()) await one.close();
  await database.drop();
});

const told = (count: number, at = clock.system()): CloudEvent[] =>
  Array.from({ length: count }, () => customerCreated(tenant.accountId, undefined, at.toISOString()));

/** As an operator does it. What the bus brings again is for the test to bring. */
const rebuild = async (): Promise<void> => {
  const operator = applicationPrincipal({ scopes: ['operator'] });
  const { items } = await webhooks.expect('collection', 'GET', '/operations/webhooks/read-models', operator);
  const { id } = items.find(({ attributes }) => attributes['name'] === 'public-events') ?? {};
  const answer = await webhooks.call('POST', `/operations/webhooks/read-models/${id}/rebuilds`, operator, {});
  expect(answer.status).toBe(202);
};
const eventRows = (): Promise<EventRow[]> =>
  webhooks.dataSource.query<EventRow[]>('SELECT * FROM public_events ORDER BY position');
const deliveryRows = (): Promise<Record<string, unknown>[]> =>
  webhooks.dataSource.query<Record<string, unknown>[]>('SELECT * FROM deliveries ORDER BY sequence, id');
const lose = async (...events: readonly CloudEvent[]): Promise<void> => {
  const ids = events.map(({ partitionkey }) => partitionkey);
  await webhooks.dataSource.query('DELETE FROM deliveries WHERE resource_id = ANY ($1)', [ids]);
  await webhooks.dataSource.query('DELETE FROM public_events WHERE resource_id = ANY ($1)', [ids]);
};
/** By the customer that each of the events is about, in the order of their numbers. */
const numbers = async (): Promise<(readonly [string, number])[]> =>
  (await eventRows()).map(({ resource_id: id, position }) => [id, Number(position)] as const);
const at = (events: readonly CloudEvent[], ...positions: readonly number[]) =>
  events.map(({ partitionkey }, index) => [partitionkey, positions[index]]);

describe('a rebuild of public events', () => {
  it('leaves what stands as it is, with its deliveries, whatever came of them', async () => {
    await webhooks.subscribe(tenant, NOWHERE);
    const events = told(3);
    await webhooks.receive(TOPIC, ...events);
    for (const [index, state] of ['pending', 'delivered', 'failed'].entries()) {
      const sql = 'UPDATE deliveries SET state = $1 WHERE sequence = $2';
      await webhooks.dataSource.query(sql, [state, index + 1]);
    }
    const before = [await eventRows(), await deliveryRows()];
    clock.advance(DAY_MS);
    await rebuild();
    expect([await eventRows(), await deliveryRows()]).toEqual(before);
    await webhooks.receive(TOPIC, ...events);
    expect([await eventRows(), await deliveryRows()]).toEqual(before);
  });

  it('records what was lost with the numbers that follow, and delivers it and nothing else', async () => {
    const receiver = await Receiver.listen();
    open.push(receiver);
    await webhooks.subscribe(tenant, receiver.url);
    const events = told(4);
    await webhooks.receive(TOPIC, ...events);
    await webhooks.dataSource.query(`UPDATE deliveries SET state = 'delivered'`);
    const [, second] = await eventRows();
    await lose(...events.slice(1, 3));
    await rebuild();
    const next = told(1, new Date(clock.system().getTime() + 1));
    await webhooks.receive(TOPIC, ...events, ...next);
    expect(await numbers()).toEqual(at([0, 3, 1, 2].flatMap((n) => events[n] ?? []).concat(next), 1, 4, 5, 6, 7));
    const again = await eventRows();
    expect(again.find(({ resource_id: id }) => id === second?.resource_id)?.id).toBe(second?.id);
    await start(true);
    await until('three have come', () => receiver.received.length >= 3);
    expect(receiver.eventIds.toSorted()).toEqual(
      again
        .slice(2)
        .map(({ id }) => id)
        .toSorted(),
    );
  });

  it('records what was told late: older than what stands, but never recorded', async () => {
    const [late] = told(1);
    clock.advance(DAY_MS);
    const events = told(2);
    await webhooks.receive(TOPIC, ...events);
    await rebuild();
    await webhooks.receive(TOPIC, ...(late ? [late] : []), ...events);
    expect((await numbers()).map(([id]) => id)).toEqual([...events, late].map((event) => event?.partitionkey));
  });

  it('gives an event that is lost new deliveries, and drops those that could not be made', async () => {
    await webhooks.subscribe(tenant, NOWHERE);
    const events = told(2);
    await webhooks.receive(TOPIC, ...events);
    await webhooks.dataSource.query('DELETE FROM public_events WHERE position = 1');
    await rebuild();
    await webhooks.receive(TOPIC, ...events);
    expect((await deliveryRows()).map(({ sequence }) => sequence)).toEqual(['2', '3']);
  });

  it('brings back nothing that is older than 30 days, also for an account that has nothing younger', async () => {
    const [quiet, busy] = [tenant, aTenant()];
    await webhooks.subscribe(quiet, NOWHERE);
    const old = told(2);
    tenant = busy;
    const older = told(1);
    await webhooks.receive(TOPIC, ...old, ...older);
    clock.advance(29 * DAY_MS);
    const young = told(2);
    await webhooks.receive(TOPIC, ...young);
    clock.advance(2 * DAY_MS);
    // As housekeeping does it, by partition.
    await lose(...old, ...older);
    await lose(...young.slice(0, 1));
    await rebuild();
    await webhooks.receive(TOPIC, ...old, ...older, ...young);
    expect(await numbers()).toEqual(at(young.toReversed(), 3, 4));
    expect(await deliveryRows()).toEqual([]);
    tenant = quiet;
    const next = told(1);
    await webhooks.receive(TOPIC, ...next);
    expect((await numbers()).find(([id]) => id === next[0]?.partitionkey)).toEqual([next[0]?.partitionkey, 3]);
  });

  describe('of an account whose clock is elsewhere', () => {
    const recorded = (events: readonly CloudEvent[]): CloudEvent[] =>
      events.map((event) => ({ ...event, recordedtime: clock.system().toISOString() }));

    it('tells nothing again although its clock stood while the system dropped its events', async () => {
      const stands = clock.system();
      clock.now = () => Promise.resolve(stands);
      await webhooks.subscribe(tenant, NOWHERE);
      const old = recorded(told(2, stands));
      await webhooks.receive(TOPIC, ...old);
      clock.advance(40 * DAY_MS);
      await lose(...old);
      const young = recorded(told(2, stands));
      await webhooks.receive(TOPIC, ...young);
      await rebuild();
      await webhooks.receive(TOPIC, ...old, ...young);
      expect(await numbers()).toEqual(at(young, 3, 4));
      expect(await deliveryRows()).toHaveLength(2);
    });

    it.each([
      ['ran ahead by more than events are kept', 90],
      ['is years behind', -9_000],
    ])('loses nothing although its clock %s', async (_, ahead) => {
      const dayAfter = (count: number): Date => new Date(clock.system().getTime() + count * DAY_MS);
      clock.now = () => Promise.resolve(dayAfter(ahead));
      const days = [ahead - 80, ahead - 40, ahead].map(dayAfter);
      const events = days.flatMap((day) => recorded(told(1, day)));
      await webhooks.receive(TOPIC, ...events);
      await lose(...events);
      await rebuild();
      await webhooks.receive(TOPIC, ...events);
      expect(await numbers()).toEqual(at(events, 4, 5, 6));
    });
  });

  it('goes on in another process where one was killed, and may begin again in the middle', async () => {
    const events = told(6);
    await webhooks.receive(TOPIC, ...events);
    await lose(...events.slice(0, 4));
    await rebuild();
    await webhooks.receive(TOPIC, ...events.slice(0, 2));
    const other = await start(false);
    await other.receive(TOPIC, ...events.slice(0, 3));
    await rebuild();
    await other.receive(TOPIC, ...events);
    expect(await numbers()).toEqual(at([...events.slice(4), ...events.slice(0, 4)], 5, 6, 7, 8, 9, 10));
  });

  it('records each event once when processes are brought the same at once, and are told new ones', async () => {
    await webhooks.subscribe(tenant, NOWHERE);
    const events = told(40);
    await webhooks.receive(TOPIC, ...events);
    await lose(...events.slice(0, 20));
    const other = await start(false);
    const news = told(10, new Date(clock.system().getTime() + 1));
    const bring = async (app: WebhooksApp, ...some: CloudEvent[]): Promise<void> => {
      // A bus brings a batch again until it is taken.
      await until('a batch is taken', async () =>
        app.receive(TOPIC, ...some).then(
          () => true,
          () => false,
        ),
      );
    };
    await Promise.all([
      ...[rebuild(), rebuild()],
      ...[webhooks, other].flatMap((app) => [bring(app, ...events), bring(app, ...news)]),
    ]);
    for (const app of [webhooks, other]) await bring(app, ...events, ...news);
    const rows = await numbers();
    expect(rows.map(([id]) => id).toSorted()).toEqual(
      [...events, ...news].map((event) => event.partitionkey).toSorted(),
    );
    expect(rows.map(([, number]) => number)).toEqual([...Array(50).keys()].map((index) => index + 21));
    const delivered = (await deliveryRows()).map(({ event_id: id }) => id);
    expect(delivered.toSorted()).toEqual((await eventRows()).map(({ id }) => id).toSorted());
  });
});
