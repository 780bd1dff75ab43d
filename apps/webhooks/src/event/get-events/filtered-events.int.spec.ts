import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApplicationPrincipal, CollectionAnswer } from '@halyard/contracts';
import { newId } from '@halyard/core';
import type { TestDatabase } from '@halyard/testing';
import { createTestDatabase } from '@halyard/testing';
import { aTenant, customerCreated, WebhooksApp } from '../../../test/support/webhooks-app.js';
import { publicTopics } from '../public-topics.js';
import type { EventFilters } from './event-filters.js';
import { countMatches, matchesFrom } from './matching-events.rows.js';

const HOUR_MS = 3_600_000;
const START = Date.parse('2026-03-02T00:00:00.000Z');

let database: TestDatabase;
let webhooks: WebhooksApp;
let tenant: ApplicationPrincipal;
const customers = [newId(), newId()];

/** 60 events, one an hour: of two customers in turn, every third verified and not created. */
beforeAll(async () => {
  database = await createTestDatabase();
  webhooks = await WebhooksApp.on(database, { worker: false });
  tenant = aTenant();
  const events = Array.from({ length: 60 }, (_, at) => {
    const time = new Date(START + at * HOUR_MS).toISOString();
    const event = customerCreated(tenant.accountId, customers[at % 2], time);
    return at % 3 === 0 ? { ...event, type: 'customers.customer-verified.v1' } : event;
  });
  await webhooks.hear(...events);
  await webhooks.hear(customerCreated(newId(), customers[0]));
});
afterAll(async () => {
  await webhooks.close();
  await database.drop();
});

const list = (query: Record<string, string>, who = tenant): Promise<CollectionAnswer> =>
  webhooks.expect('collection', 'GET', '/events', who, undefined, query);
/** Which of the sixty. */
const numbersOf = ({ items }: CollectionAnswer): number[] =>
  items.map(({ attributes }) => (Date.parse(attributes['created'] as string) - START) / HOUR_MS);
const down = (wanted: (at: number) => boolean): number[] =>
  Array.from({ length: 60 }, (_, at) => 59 - at).filter(wanted);

describe('GET /events with filters', () => {
  it.each<[string, Record<string, string>, (at: number) => boolean]>([
    ['a topic', { topic: 'customer_verified' }, (at) => at % 3 === 0],
    ['a topic that nothing had', { topic: 'transfer_failed' }, () => false],
    ['a resource', { resourceId: customers[1] ?? '' }, (at) => at % 2 === 1],
    ['a customer', { customerId: customers[0] ?? '' }, (at) => at % 2 === 0],
    ['a customer, by another spelling', { customerId: (customers[0] ?? '').toUpperCase() }, (at) => at % 2 === 0],
    ['a customer and a resource', { customerId: customers[0] ?? '', resourceId: customers[1] ?? '' }, () => false],
    ['a customer and a topic', { customerId: customers[0] ?? '', topic: 'customer_verified' }, (at) => at % 6 === 0],
    ['a day', { startDate: '2026-03-03', endDate: '2026-03-03' }, (at) => at >= 24 && at < 48],
    ['an instant on', { startDate: '2026-03-04T01:00:00Z' }, (at) => at >= 49],
    ['up to an instant', { endDate: '2026-03-02T02:00:00.000Z' }, (at) => at <= 2],
    ['a time that is empty', { startDate: '2026-03-04', endDate: '2026-03-03' }, () => false],
    ['a topic of a day', { topic: 'customer_created', startDate: '2026-03-04' }, (at) => at >= 48 && at % 3 > 0],
    ['nothing', { topic: '', startDate: '' }, () => true],
  ])('of %s answers those alone, newest first', async (_, query, wanted) => {
    const found = await list({ ...query, limit: '200' });
    expect([numbersOf(found), found.total]).toEqual([down(wanted), down(wanted).length]);
  });

  it('of several topics puts them in one order', async () => {
    const call = webhooks.call('GET', '/events', tenant, undefined, {
      limit: '200',
      topic: ['customer_created', 'customer_verified'] as unknown as string,
    });
    expect(numbersOf((await call).body as CollectionAnswer)).toEqual(down(() => true));
  });

  it('is walked down and up by anchors', async () => {
    const query = { topic: 'customer_created', limit: '7' };
    const wanted = down((at) => at % 3 > 0);
    let page = await list(query);
    const walked: number[][] = [numbersOf(page)];
    for (let offset = 7; offset < wanted.length; offset += 7) {
      page = await list({ ...query, offset: String(offset), anchor: page.page?.anchor ?? '' });
      walked.push(numbersOf(page));
      expect(page.total).toBe(wanted.length);
    }
    expect(walked.flat()).toEqual(wanted);
    for (const before of walked.slice(0, -1).reverse()) {
      const { offset = 0, anchor = '' } = page.page ?? {};
      page = await list({ ...query, offset: String(offset - 7), anchor });
      expect(numbersOf(page)).toEqual(before);
    }
  });

  it('stays as it was by its anchor, also where an event that comes meanwhile is of an earlier time', async () => {
    const own = aTenant();
    const hear = (...hours: number[]): Promise<unknown> =>
      webhooks.hear(
        ...hours.map((at) => customerCreated(own.accountId, undefined, new Date(START + at * HOUR_MS).toISOString())),
      );
    const query = { topic: 'customer_created', limit: '2' };
    await hear(1, 2, 3);
    const { page } = await list(query, own);
    await hear(1.5);
    const next = await list({ ...query, offset: '2', anchor: page?.anchor ?? '' }, own);
    expect(numbersOf(next)).toEqual([1]);
    expect(numbersOf(await list({ ...query, offset: '2' }, own))).toEqual([1.5, 1]);
  });

  it.each([
    [{ topic: 'nothing' }, '/query/topic'],
    [{ resourceId: 'x' }, '/query/resourceId'],
    [{ customerId: 'x' }, '/query/customerId'],
    [{ startDate: '2026-02-31' }, '/query/startDate'],
    [{ startDate: '2026-02-31T00:00:00Z' }, '/query/startDate'],
    [{ endDate: 'now' }, '/query/endDate'],
    [{ topic: 'customer_created', anchor: '1.2.3' }, '/query/anchor'],
    [{ topic: 'customer_created', offset: '10001' }, '/query/offset'],
  ])('refuses %j', async (query, path) => {
    const answer = await webhooks.call('GET', '/events', tenant, undefined, query);
    expect(answer).toMatchObject({ status: 400, body: { faults: [{ path }] } });
  });
});

interface Plan {
  readonly 'Node Type': string;
  readonly Filter?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Plans?: readonly Plan[];
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
/** Of a table or an index. */
const isRead = (node: Plan): boolean => /^(Seq|Index|Index Only|Bitmap Index) Scan$/.test(node['Node Type']);

/** As many as statistics say something about, of a hundred customers with transfers. */
const MANY = `
  INSERT INTO public_events (
    id, recorded_at, account_id, position, customer_id, topic, resource_kind, resource_id, created_at
  )
  SELECT gen_random_uuid(), now(), $1, n, md5((n % 100)::text)::uuid, ($2::text[])[1 + n % 5], 'transfer',
    md5((n / 4)::text)::uuid, timestamptz '2026-03-02' + n * interval '1 minute'
  FROM generate_series(1, 20000) AS n`;

describe('what a filter reads', () => {
  const accountId = newId();
  beforeAll(async () => {
    const topics = publicTopics.filter((topic) => topic.startsWith('customer_transfer')).concat('customer_created');
    await webhooks.dataSource.query(MANY, [accountId, topics]);
    await webhooks.dataSource.query('VACUUM (ANALYZE) public_events');
  });

  async function scansOf(filters: EventFilters): Promise<Plan[]> {
    const plans: Plan[] = [];
    const { manager } = webhooks.dataSource;
    const explaining = Object.create(manager) as typeof manager;
    explaining.query = async <T>(sql: string, values?: unknown[]): Promise<T> => {
      const [row] = await manager.query<[{ 'QUERY PLAN': [{ Plan: Plan }] }]>(`EXPLAIN (FORMAT JSON) ${sql}`, values);
      plans.push(row['QUERY PLAN'][0].Plan);
      return [{ count: 0 }] as T;
    };
    const events = { ownerId: accountId, range: { oldest: 1, newest: 20_000 } };
    const place = { createdAt: new Date(START + 100 * HOUR_MS), position: 6_000 };
    await matchesFrom(explaining, events, filters, { limit: 25, after: place });
    await matchesFrom(explaining, events, filters, { limit: 25, before: place });
    await countMatches(explaining, events, filters);
    return plans.flatMap(nodesOf).filter(isRead);
  }
  const PAGE_ROWS = 'public_events_default_account_id_position_idx';

  it.each<[string, EventFilters]>([
    ['a topic', { topic: ['customer_created'] }],
    ['a customer', { customerId: newId() }],
    ['a customer and a topic', { customerId: newId(), topic: ['customer_created'] }],
    ['a time', { startDate: new Date(START), endDate: new Date() }],
  ])(
    'of %s is a stretch of an index, in its order, also where matches are counted, and the rows of the page',
    async (_, filters) => {
      const read = await scansOf(filters);
      expect(read.filter((node) => node['Node Type'] === 'Index Only Scan')).toHaveLength(3);
      const rows = read.filter((node) => node['Node Type'] !== 'Index Only Scan');
      expect(rows.map((node) => node['Index Name'])).toEqual([PAGE_ROWS, PAGE_ROWS]);
      expect(read.flatMap(({ Filter }) => Filter ?? [])).toEqual([]);
    },
  );

  it.each<[string, EventFilters]>([
    ['a resource', { resourceId: newId() }],
    ['a resource and a topic', { resourceId: newId(), topic: ['customer_created'] }],
    ['a resource and a time', { resourceId: newId(), startDate: new Date(START), endDate: new Date() }],
  ])('of %s is the resource’s own stretch of an index, in its order', async (_, filters) => {
    const scans = (await scansOf(filters)).filter((node) => node['Index Name'] !== PAGE_ROWS);
    expect(scans.map((node) => node['Index Name'])).toEqual(
      Array(3).fill('public_events_default_resource_id_created_at_position_idx'),
    );
    expect(scans.every((node) => node['Index Cond']?.includes('resource_id'))).toBe(true);
  });
});
