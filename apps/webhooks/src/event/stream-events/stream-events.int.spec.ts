import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ApplicationPrincipal } from '@halyard/contracts';
import { newId } from '@halyard/core';
import { Bytes } from '@halyard/http';
import type { TestDatabase } from '@halyard/testing';
import { createTestDatabase } from '@halyard/testing';
import { until } from '@halyard/testing/waiting';
import { aTenant, customerCreated, WebhooksApp } from '../../../test/support/webhooks-app.js';

let database: TestDatabase;
let webhooks: WebhooksApp;
let other: WebhooksApp;
let tenant: ApplicationPrincipal;

beforeAll(async () => {
  database = await createTestDatabase();
  const streams = { perApplication: 2, pageSize: 10 };
  webhooks = await WebhooksApp.on(database, { worker: false, streams });
  other = await WebhooksApp.on(database, { worker: false, streams });
});
afterAll(async () => {
  await other.close();
  await webhooks.close();
  await database.drop();
});
beforeEach(() => {
  tenant = aTenant();
});

/** What a reader has got of a stream so far. */
class Reader {
  text = '';
  private constructor(private readonly bytes: Bytes) {
    bytes.body.on('data', (chunk: Buffer) => (this.text += chunk.toString()));
  }

  static async open(app: WebhooksApp, who: ApplicationPrincipal, asked?: Parameters<WebhooksApp['stream']>[1]) {
    const answer = await app.stream(who, asked);
    if (!(answer instanceof Bytes)) throw new Error(JSON.stringify(answer));
    expect(answer.headers).toMatchObject({ 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    const reader = new Reader(answer);
    opened.push(reader);
    return reader;
  }

  /** Ids of the frames and the resources that they tell of. */
  get events(): [string, string][] {
    return [...this.text.matchAll(/^id: (\d+)\ndata: (.*)$/gm)].map(([, id = '', data = '']) => [
      id,
      (JSON.parse(data) as { resourceId: string }).resourceId,
    ]);
  }

  async has(count: number): Promise<void> {
    await until(`${count} events are there`, () => this.events.length >= count);
  }

  async ended(): Promise<void> {
    if (!this.bytes.body.readableEnded) await once(this.bytes.body, 'end');
  }

  async close(): Promise<void> {
    this.bytes.body.destroy();
    if (!this.bytes.body.closed) await once(this.bytes.body, 'close');
  }
}

let opened: Reader[] = [];
afterEach(async () => {
  for (const reader of opened) await reader.close();
  opened = [];
});

const many = (count: number) => Array.from({ length: count }, () => newId());
const record = (ids: readonly string[], app = webhooks) =>
  app.hear(...ids.map((id) => customerCreated(tenant.accountId, id)));

describe('GET /events/stream', () => {
  it('tells what is recorded from then on, by any process, in its order, and nothing of another account', async () => {
    const before = many(3);
    await record(before);
    const reader = await Reader.open(webhooks, tenant);
    const [first, second] = [many(25), many(2)];
    await record(first, other);
    await other.hear(customerCreated(newId()));
    await record(second);
    await reader.has(27);
    expect(reader.events).toEqual([...first, ...second].map((id, at) => [String(at + 4), id]));
    expect(reader.text.startsWith('retry: 1000\nevent: begin\ndata: {}\nid: 3\n\n')).toBe(true);
  });

  it('tells the event as its webhook does, but for the number in a subscription', async () => {
    const reader = await Reader.open(webhooks, tenant);
    const [id = ''] = many(1);
    await record([id]);
    await reader.has(1);
    const { items } = await webhooks.expect('collection', 'GET', '/events', tenant);
    expect(JSON.parse(reader.text.split('data: ')[2] ?? '')).toEqual({
      id: items[0]?.id,
      resourceId: id,
      topic: 'customer_created',
      timestamp: '2026-03-02T15:00:00.000Z',
      created: '2026-03-02T15:00:00.000Z',
      _links: expect.objectContaining({
        resource: expect.objectContaining({ href: `https://localhost:8443/customers/${id}` }),
      }),
    });
  });

  it('goes on behind the event that the client has last, without gap or double', async () => {
    const ids = many(35);
    await record(ids.slice(0, 30));
    const reader = await Reader.open(webhooks, tenant, { headers: { 'last-event-id': '7' } });
    await record(ids.slice(30));
    await reader.has(28);
    expect(reader.events).toEqual(ids.slice(7).map((id, at) => [String(at + 8), id]));
  });

  it('is of some topics alone where those are asked for', async () => {
    const reader = await Reader.open(webhooks, tenant, { query: { topic: 'customer_verified' } });
    const [created, verified] = [newId(), newId()];
    await webhooks.hear(customerCreated(tenant.accountId, created), {
      ...customerCreated(tenant.accountId, verified),
      type: 'customers.customer-verified.v1',
    });
    await reader.has(1);
    expect(reader.events).toEqual([['2', verified]]);
  });

  it.each([
    [{ headers: { 'last-event-id': '4' } }, 400, '/headers/Last-Event-ID'],
    [{ headers: { 'last-event-id': 'x' } }, 400, '/headers/Last-Event-ID'],
    [{ headers: { 'last-event-id': '9'.repeat(40) } }, 400, '/headers/Last-Event-ID'],
    [{ query: { topic: 'nothing' } }, 400, '/query/topic'],
  ])('refuses %j', async (asked, status, path) => {
    await record(many(3));
    expect(await webhooks.stream(tenant, asked)).toMatchObject({ status, body: { faults: [{ path }] } });
  });

  it('says which event is the oldest where the next one is not kept any more', async () => {
    await record(many(5));
    await webhooks.dataSource.query('DELETE FROM public_events WHERE account_id = $1 AND position < 4', [
      tenant.accountId,
    ]);
    const from = (position: string) => webhooks.stream(tenant, { headers: { 'last-event-id': position } });
    const message = 'The oldest event that is kept is 4.';
    expect(await from('2')).toMatchObject({ status: 410, body: { code: 'Gone', message } });
    const reader = await Reader.open(webhooks, tenant, { headers: { 'last-event-id': '3' } });
    await reader.has(2);
  });

  /** A stream from the first event on, read as far as it goes while nobody takes anything. */
  async function slow(query: Record<string, string> = {}) {
    const answer = await webhooks.stream(tenant, { headers: { 'last-event-id': '0' }, query });
    if (!(answer instanceof Bytes)) throw new Error(JSON.stringify(answer));
    answer.body.read(0);
    await until('it holds events', () => answer.body.readableLength > 1_000 || 'topic' in query);
    return answer.body;
  }
  const forget = (which: string) =>
    webhooks.dataSource.query(`DELETE FROM public_events WHERE account_id = $1 AND ${which}`, [tenant.accountId]);

  it('ends where what a slow reader has yet to read goes meanwhile, and tells it when it comes back', async () => {
    // Four times what the stream has room for: it can't have read to the end before they go.
    await record(many(400));
    const body = await slow();
    await forget('position < 390');
    const text = Buffer.concat((await body.toArray()) as Buffer[]).toString();
    const ids = [...text.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id));
    expect(ids).toEqual(Array.from(ids, (_, at) => at));
    expect(ids.length).toBeLessThan(390);
    const message = 'The oldest event that is kept is 390.';
    const again = { headers: { 'last-event-id': String(ids.at(-1)) } };
    expect(await webhooks.stream(tenant, again)).toMatchObject({ status: 410, body: { code: 'Gone', message } });
  });

  it('says nothing of how far it has come where something is gone that it would not have told', async () => {
    await record(many(30));
    await forget('position BETWEEN 15 AND 17');
    const body = await slow({ topic: 'customer_verified' });
    const text = Buffer.concat((await body.toArray()) as Buffer[]).toString();
    expect(text).toBe('retry: 1000\nevent: begin\ndata: {}\nid: 0\n\n');
    const message = 'The oldest event that is kept is 18.';
    const again = { headers: { 'last-event-id': '14' } };
    expect(await webhooks.stream(tenant, again)).toMatchObject({ status: 410, body: { code: 'Gone', message } });
  });

  it('goes on behind the newest event also where none is kept any more', async () => {
    await record(many(3));
    await webhooks.dataSource.query('DELETE FROM public_events WHERE account_id = $1', [tenant.accountId]);
    expect(await webhooks.stream(tenant, { headers: { 'last-event-id': '2' } })).toMatchObject({ status: 410 });
    const [known, fresh] = [
      await Reader.open(webhooks, tenant, { headers: { 'last-event-id': '3' } }),
      await Reader.open(other, tenant),
    ];
    await record(many(1));
    for (const reader of [known, fresh]) {
      await reader.has(1);
      expect(reader.text.startsWith('retry: 1000\nevent: begin\ndata: {}\nid: 3\n\n')).toBe(true);
      expect(reader.events.map(([id]) => id)).toEqual(['4']);
    }
  });

  it('has so many readers of an application, and a place once one has gone', async () => {
    const first = await Reader.open(webhooks, tenant);
    await Reader.open(webhooks, tenant);
    const refused = { status: 429, body: { code: 'TooManyRequests', retryAfterSeconds: 5 } };
    expect(await webhooks.stream(tenant)).toMatchObject(refused);
    await Reader.open(webhooks, { ...tenant, applicationId: newId() });
    await first.close();
    await until('there is a place', async () => {
      const answer = await webhooks.stream(tenant);
      if (!(answer instanceof Bytes)) return false;
      answer.body.destroy();
      return true;
    });
  });

  it('ends cleanly when the gateway or the service stops', async () => {
    const gateway = new AbortController();
    const reader = await Reader.open(webhooks, tenant, { stopping: gateway.signal });
    gateway.abort();
    await reader.ended();
    const stopping = await WebhooksApp.on(database, { worker: false });
    const last = await Reader.open(stopping, tenant);
    await stopping.close();
    await last.ended();
  });

  it('goes on without gap or double at the process that follows the one that stopped', async () => {
    const stopping = await WebhooksApp.on(database, { worker: false });
    const reader = await Reader.open(stopping, tenant);
    const ids = many(30);
    await record(ids.slice(0, 12));
    await reader.has(12);
    await stopping.close();
    await reader.ended();
    await record(ids.slice(12, 20));
    const next = await Reader.open(webhooks, tenant, { headers: { 'last-event-id': reader.events.at(-1)?.[0] ?? '' } });
    await record(ids.slice(20));
    await next.has(18);
    expect([...reader.events, ...next.events]).toEqual(ids.map((id, at) => [String(at + 1), id]));
  });

  it('ends when it can’t be told of news any more, and the next one is', async () => {
    const reader = await Reader.open(webhooks, tenant);
    await webhooks.dataSource.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE application_name = 'halyard-webhooks-session' AND datname = current_database()`,
    );
    await reader.ended();
    const next = await Reader.open(webhooks, tenant);
    await record(many(1));
    await next.has(1);
  });
});
