import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ApplicationPrincipal, CollectionAnswer } from '@halyard/contracts';
import { newId } from '@halyard/core';
import { Bytes } from '@halyard/http';
import { createTestDatabase, factAnswer, type TestDatabase } from '@halyard/testing';
import { until } from '@halyard/testing/waiting';
import { restored } from '../../test/support/restore.js';
import { aTenant, customerCreated, WebhooksApp } from '../../test/support/webhooks-app.js';

const FIRST = 1_000_000;
const AT = new Date('2026-03-02T15:00:00.000Z');
const RESTARTED = { from: 5, to: FIRST, at: AT.toISOString() };
const GATEWAY = { kind: 'service', service: 'gateway' } as const;

let database: TestDatabase;
let webhooks: WebhooksApp;
let tenant: ApplicationPrincipal;
let subscription: string;
/** The resources of the five events before the restore. */
let before: readonly string[];
/** The resources of the events after it. */
let after: readonly string[];
const opened: Bytes[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  webhooks = await WebhooksApp.on(database, { worker: false, streams: { pageSize: 3 } });
  webhooks.services.answer('POST /internal/applications/names', () => factAnswer({ names: {} }));
});
afterAll(async () => {
  await webhooks.close();
  await database.drop();
});

/** An account with five numbers of each kind before a restore, and four after it. */
beforeEach(async () => {
  await webhooks.dataSource.query('TRUNCATE restores, restarted_numbers');
  tenant = aTenant();
  subscription = await webhooks.subscribe(tenant, 'http://127.0.0.1:9/');
  before = await happen(5);
  await restored(webhooks, 1, [], AT);
  after = await happen(4);
});
afterEach(() => {
  for (const { body } of opened.splice(0)) body.destroy();
});

/** Records events, and as many requests. */
async function happen(count: number): Promise<readonly string[]> {
  const ids = Array.from({ length: count }, () => newId());
  await webhooks.hear(...ids.map((id) => customerCreated(tenant.accountId, id)));
  const requests = ids.map((id) => ({
    ...{ id, accountId: tenant.accountId, applicationId: tenant.applicationId, trace: id.replaceAll('-', '') },
    ...{ method: 'POST', route: '/transfers', status: 201, content: '{}' },
    summary: JSON.stringify({ path: '/transfers', durationMs: 4.2, address: '203.0.113.7' }),
  }));
  const batch = { at: webhooks.clock.system().toISOString(), requests };
  expect((await webhooks.call('POST', '/internal/requests', GATEWAY, batch)).status).toBe(200);
  return ids;
}

const newestFirst = (): readonly string[] => [...before, ...after].toReversed();

const listOf = (path: string, query: Record<string, string>): Promise<CollectionAnswer> =>
  webhooks.expect('collection', 'GET', path, tenant, undefined, query);
const pull = (query: Record<string, string>) => webhooks.pull(tenant, subscription, { query });
const resourcesOf = (body: unknown): unknown[] =>
  (body as CollectionAnswer).items.map(({ attributes }) => attributes['resourceId']);
const sequencesOf = (body: unknown): unknown[] =>
  (body as CollectionAnswer).items.map(({ attributes }) => attributes['sequence']);

describe('the list of events', () => {
  it('counts no gap, and its pages show each event once', async () => {
    const first = await listOf('/events', { limit: '3' });
    expect([first.total, first.attributes]).toEqual([9, { restarted: RESTARTED }]);
    const anchor = first.page?.anchor ?? '';
    const pages = await Promise.all(
      [3, 6, 8].map((offset) => listOf('/events', { limit: '3', offset: String(offset), anchor })),
    );
    const shown = [first, ...pages].map(resourcesOf);
    expect(shown.slice(0, 3).flat()).toEqual(newestFirst());
    expect(shown[3]).toEqual([before[0]]);
  });

  it('is shown up to an anchor of before the restore', async () => {
    const { items, total } = await listOf('/events', { anchor: '5' });
    expect([items.length, total]).toEqual([5, 5]);
    expect((await listOf('/events', { anchor: String(FIRST - 1) })).total).toBe(5);
  });

  it.each(['6', '700000', String(FIRST - 2), `6.5.0.3.${AT.getTime()}.6.${AT.getTime()}.4`])(
    'is refused for an anchor that is lost: %s',
    async (anchor) => {
      const query = { anchor, ...(anchor.includes('.') && { topic: 'customer_created' }) };
      expect(await webhooks.call('GET', '/events', tenant, undefined, query)).toMatchObject({
        ...{ status: 400, body: { faults: [{ code: 'Invalid', path: '/query/anchor' }] } },
      });
    },
  );
});

describe('the list of webhooks', () => {
  const path = () => `/webhook-subscriptions/${subscription}/webhooks`;

  it('counts no gap, and its pages show each webhook once', async () => {
    const pages = await Promise.all([0, 3, 6].map((offset) => listOf(path(), { limit: '3', offset: String(offset) })));
    expect(pages.map(({ total }) => total)).toEqual([9, 9, 9]);
    const sequences = [FIRST + 3, FIRST + 2, FIRST + 1, FIRST, 5, 4, 3, 2, 1];
    expect(pages.flatMap(sequencesOf)).toEqual(sequences);
  });

  it('is refused for an anchor that is lost', async () => {
    expect(await webhooks.call('GET', path(), tenant, undefined, { anchor: '6' })).toMatchObject({
      ...{ status: 400, body: { faults: [{ code: 'Invalid', path: '/query/anchor' }] } },
    });
  });
});

describe('GET /webhook-subscriptions/{id}/events', () => {
  it('goes on across the gap, and counts no number of it', async () => {
    const { body } = await pull({ after: '3', limit: '4' });
    expect([sequencesOf(body), resourcesOf(body)]).toEqual([
      [4, 5, FIRST, FIRST + 1],
      [...before.slice(3), ...after.slice(0, 2)],
    ]);
    expect(body).toMatchObject({ total: 6, attributes: { restarted: RESTARTED } });
  });

  it.each([
    [5, 4],
    [FIRST - 1, 4],
    [FIRST, 3],
    [FIRST + 3, 0],
  ])('has after %d so many events: %d', async (after, total) => {
    const { status, body } = await pull({ after: String(after) });
    expect([status, (body as CollectionAnswer).total, resourcesOf(body).length]).toEqual([200, total, total]);
  });

  it.each(['6', '500000', String(FIRST - 2)])(
    'is refused after %s, which is lost, and does not wait',
    async (after) => {
      expect(await pull({ after, wait: '20' })).toMatchObject({
        status: 400,
        body: {
          faults: [
            {
              ...{ code: 'Invalid', path: '/query/after' },
              message: 'Data was restored from a backup. After number 5, numbers go on at 1000000.',
            },
          ],
        },
      });
    },
  );
});

type Asked = Parameters<WebhooksApp['stream']>[1];

/** What a reader has got of a stream: the position of each item. */
async function read(stream: 'stream' | 'streamRequests', asked: Asked): Promise<() => number[]> {
  const answer = await webhooks[stream](tenant, asked);
  if (!(answer instanceof Bytes)) throw new Error(JSON.stringify(answer));
  opened.push(answer);
  let text = '';
  answer.body.on('data', (chunk: Buffer) => (text += chunk.toString()));
  return () => [...text.matchAll(/^id: (\d+)\n(?:event: request\n)?data: \{"/gm)].map(([, id]) => Number(id));
}

describe.each(['stream', 'streamRequests'] as const)('a stream: %s', (stream) => {
  const from = (id: string): Asked => ({ headers: { 'last-event-id': id } });

  it.each([
    ['1', [2, 3, 4, 5, FIRST, FIRST + 1, FIRST + 2, FIRST + 3]],
    ['5', [FIRST, FIRST + 1, FIRST + 2, FIRST + 3]],
    [String(FIRST - 1), [FIRST, FIRST + 1, FIRST + 2, FIRST + 3]],
    [String(FIRST + 1), [FIRST + 2, FIRST + 3]],
  ])('goes on after %s across the gap, without reading it', async (id, expected) => {
    const positions = await read(stream, from(id));
    await until('all are told', () => positions().length >= expected.length);
    expect(positions()).toEqual(expected);
    await happen(1);
    await until('the next is told', () => positions().length > expected.length);
    expect(positions().at(-1)).toBe(FIRST + 4);
  });

  it.each(['6', '500000', String(FIRST - 2)])('is refused after %s, which is lost', async (id) => {
    expect(await webhooks[stream](tenant, from(id))).toMatchObject({
      ...{ status: 400, body: { faults: [{ code: 'Invalid', path: '/headers/Last-Event-ID' }] } },
    });
  });

  it('is refused after what is lost where there was nothing when the backup was made', async () => {
    tenant = aTenant();
    await webhooks.dataSource.query("UPDATE restores SET at = now() + interval '1 day'");
    expect(await webhooks[stream](tenant, from('3'))).toMatchObject({
      ...{ status: 400, body: { faults: [{ code: 'Invalid', path: '/headers/Last-Event-ID' }] } },
    });
    const positions = await read(stream, {});
    await happen(1);
    await until('the first is told', () => positions().length > 0);
    expect(positions()).toEqual([FIRST]);
  });
});

describe('the health of a subscription', () => {
  const healthOf = async () =>
    (await webhooks.expect('resource', 'GET', `/webhook-subscriptions/${subscription}/health`, tenant)).attributes;

  it('says where its numbers went on, and the number of its newest delivery', async () => {
    expect(await healthOf()).toMatchObject({ sequence: FIRST + 3, restarted: RESTARTED });
    await restored(webhooks, 2, [], new Date(AT.getTime() + 1));
    expect(await healthOf()).toMatchObject({ sequence: FIRST + 3, restarted: { from: FIRST + 3, to: 2 * FIRST } });
    await happen(1);
    expect(await healthOf()).toMatchObject({ sequence: 2 * FIRST, restarted: { from: FIRST + 3, to: 2 * FIRST } });
  });

  it('says nothing of a restart where there was none', async () => {
    subscription = await webhooks.subscribe(tenant, 'http://127.0.0.1:9/');
    expect((await healthOf())['restarted']).toBeUndefined();
  });
});

describe('a replay', () => {
  const replay = (body: object) =>
    webhooks.call('POST', `/webhook-subscriptions/${subscription}/replays`, tenant, body);

  it('sends what was before and after the gap, in one part', async () => {
    expect((await replay({ fromSequence: 4, toSequence: FIRST + 1 })).status).toBe(201);
    await webhooks.runDue();
    const rows = await webhooks.dataSource.query<{ sequence: string }[]>(
      'SELECT sequence FROM deliveries WHERE replay_id IS NOT NULL AND subscription_id = $1 ORDER BY sequence',
      [subscription],
    );
    expect(rows.map(({ sequence }) => Number(sequence))).toEqual([4, 5, FIRST, FIRST + 1]);
  });

  it.each(['fromSequence', 'toSequence'])('is refused for a %s that is lost', async (field) => {
    expect(await replay({ [field]: 700 })).toMatchObject({
      ...{ status: 400, body: { faults: [{ code: 'Invalid', path: `/${field}` }] } },
    });
  });
});

it('the events that a request of before the restore caused are found', async () => {
  const id = before[1] ?? '';
  const traceparent = `00-${id.replaceAll('-', '')}-b7ad6b7169203331-01`;
  await webhooks.dataSource.query('UPDATE public_events SET traceparent = $2 WHERE resource_id = $1', [
    id,
    traceparent,
  ]);
  const { attributes } = await webhooks.expect('resource', 'GET', `/requests/${id}`, tenant);
  expect(JSON.stringify(attributes['caused'])).toContain('customer_created');
});
