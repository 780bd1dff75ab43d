import { DAY_MS } from '@halyard/core';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { ApplicationPrincipal, CloudEvent } from '@halyard/contracts';
import type { InMemoryBus } from '@halyard/messaging/testing';
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

const start = async (worker: boolean, bus?: InMemoryBus): Promise<WebhooksApp> => {
  const app = await WebhooksApp.on(database, { worker, clock, ...(bus && { bus }) });
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

const operator = applicationPrincipal({ scopes: ['operator'] });
const publicEvents = async () => {
  const { items } = await webhooks.expect('collection', 'GET', '/operations/webhooks/read-models', operator);
  const [model] = items.filter(({ attributes }) => attributes['name'] === 'public-events');
  if (!model) throw new Error('there is no such read model');
  return model;
};
const ended = () =>
  until('the rebuild has ended', async () => (await publicEvents()).attributes['rebuild'] === undefined);
const begin = async (body = {}): Promise<void> => {
  const { id } = await publicEvents();
  const answer = await webhooks.call('POST', `/operations/webhooks/read-models/${id}/rebuilds`, operator, body);
  expect(answer.status).toBe(202);
};
/** Rebuilds as an operator does, until the rebuild has ended by itself. */
const rebuild = async (): Promise<void> => {
  await begin();
  await ended();
};
const bring = async (...events: readonly CloudEvent[]): Promise<void> => {
  webhooks.bus.tell(TOPIC, ...events);
  await webhooks.bus.settled();
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
    await bring(...events);
    for (const [index, state] of ['pending', 'delivered', 'failed'].entries()) {
      const sql = 'UPDATE deliveries SET state = $1 WHERE sequence = $2';
      await webhooks.dataSource.query(sql, [state, index + 1]);
    }
    const before = [await eventRows(), await deliveryRows()];
    clock.advance(DAY_MS);
    await rebuild();
    expect([await eventRows(), await deliveryRows()]).toEqual(before);
  });

  it('records what was lost with the numbers that follow, and delivers it and nothing else', async () => {
    const receiver = await Receiver.listen();
    open.push(receiver);
    await webhooks.subscribe(tenant, receiver.url);
    const events = told(4);
    await bring(...events);
    await webhooks.dataSource.query(`UPDATE deliveries SET state = 'delivered'`);
    const [, second] = await eventRows();
    await lose(...events.slice(1, 3));
    await rebuild();
    const next = told(1, new Date(clock.system().getTime() + 1));
    await bring(...next);
    expect(await numbers()).toEqual(at([0, 3, 1, 2].flatMap((n) => events[n] ?? []).concat(next), 1, 4, 5, 6, 7));
    const again = await eventRows();
    expect(again.find(({ resource_id: id }) => id === second?.resource_id)?.id).toBe(second?.id);
    await start(true, webhooks.bus);
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
    await bring(...events);
    await rebuild();
    await bring(...(late ? [late] : []));
    expect((await numbers()).map(([id]) => id)).toEqual([...events, late].map((event) => event?.partitionkey));
  });

  it('gives an event that is lost new deliveries, and drops those that could not be made', async () => {
    await webhooks.subscribe(tenant, NOWHERE);
    const events = told(2);
    await bring(...events);
    await webhooks.dataSource.query('DELETE FROM public_events WHERE position = 1');
    await rebuild();
    expect((await deliveryRows()).map(({ sequence }) => sequence)).toEqual(['2', '3']);
  });

  it('brings back nothing that is older than 30 days, also for an account that has nothing younger', async () => {
    const [quiet, busy] = [tenant, aTenant()];
    await webhooks.subscribe(quiet, NOWHERE);
    const old = told(2);
    tenant = busy;
    const older = told(1);
    await bring(...old, ...older);
    clock.advance(29 * DAY_MS);
    const young = told(2);
    await bring(...young);
    clock.advance(2 * DAY_MS);
    // As housekeeping does it, by partition.
    await lose(...old, ...older);
    await lose(...young.slice(0, 1));
    await rebuild();
    expect(await numbers()).toEqual(at(young.toReversed(), 3, 4));
    expect(await deliveryRows()).toEqual([]);
    tenant = quiet;
    const next = told(1);
    await bring(...next);
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
      await bring(...old);
      clock.advance(40 * DAY_MS);
      await lose(...old);
      const young = recorded(told(2, stands));
      await bring(...young);
      await rebuild();
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
      await bring(...events);
      await lose(...events);
      await rebuild();
      expect(await numbers()).toEqual(at(events, 4, 5, 6));
    });
  });

  it('records an event once that comes to the consumer and to the rebuild at once', async () => {
    await webhooks.subscribe(tenant, NOWHERE);
    const events = told(40);
    await bring(...events);
    await lose(...events.slice(0, 20));
    await start(false, webhooks.bus);
    const news = told(10, new Date(clock.system().getTime() + 1));
    const before = await eventRows();
    await Promise.all([begin(), begin(), ...news.map((event) => bring(event))]);
    await ended();
    await webhooks.bus.settled();
    const rows = await numbers();
    expect(rows.map(([id]) => id).toSorted()).toEqual(
      [...events, ...news].map((event) => event.partitionkey).toSorted(),
    );
    expect(rows.map(([, number]) => number)).toEqual([...Array(50).keys()].map((index) => index + 21));
    expect((await eventRows()).slice(0, 20)).toEqual(before);
    const delivered = (await deliveryRows()).map(({ event_id: id }) => id);
    expect(delivered.toSorted()).toEqual((await eventRows()).map(({ id }) => id).toSorted());
  });

  it('is shown while it runs, and new events do not wait for it', async () => {
    const events = told(30);
    await bring(...events);
    await lose(...events);
    await begin({ perSecond: 1 });
    await until('it has begun to take events', async () => (await eventRows()).length > 0);
    const news = told(1);
    webhooks.bus.tell(TOPIC, ...news);
    const has = async (event: CloudEvent | undefined) => (await numbers()).some(([id]) => id === event?.partitionkey);
    await until('the new event is recorded', () => has(news[0]));
    const { attributes, links } = await publicEvents();
    expect(attributes['rebuild']).toMatchObject({ state: 'filling' });
    expect(attributes).toMatchObject({ state: 'current', lag: 0 });
    expect(Object.keys(links)).toEqual(['rebuild', 'stop']);
    expect(await eventRows()).not.toHaveLength(31);
    await rebuild();
    expect(await eventRows()).toHaveLength(31);
  });

  it('goes on in another process where one was ended, and what was stopped is gone', async () => {
    const events = told(30);
    await bring(...events);
    await lose(...events);
    await begin({ perSecond: 1 });
    await until('it has begun to take events', async () => (await eventRows()).length > 0);
    const bus = webhooks.bus;
    await webhooks.close();
    open.shift();
    webhooks = await start(false, bus);
    await rebuild();
    expect(await numbers()).toEqual(at(events, ...[...Array(30).keys()].map((index) => index + 31)));
    await lose(...events);
    await begin({ perSecond: 1 });
    const { id } = await publicEvents();
    const stop = () => webhooks.call('POST', `/operations/webhooks/read-models/${id}/rebuilds/stop`, operator, {});
    expect((await stop()).status).toBe(202);
    expect((await publicEvents()).attributes['rebuild']).toBeUndefined();
    expect((await stop()).status).toBe(403);
  });
});
