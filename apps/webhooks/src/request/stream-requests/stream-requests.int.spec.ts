import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ApplicationPrincipal } from '@halyard/contracts';
import type { RecordedRequest } from '@halyard/contracts/requests';
import { newId } from '@halyard/core';
import { Bytes } from '@halyard/http';
import { createTestDatabase, factAnswer, type TestDatabase } from '@halyard/testing';
import { until } from '@halyard/testing/waiting';
import { aTenant, WebhooksApp } from '../../../test/support/webhooks-app.js';

const GATEWAY = { kind: 'service', service: 'gateway' } as const;

let database: TestDatabase;
let webhooks: WebhooksApp;
let other: WebhooksApp;
let tenant: ApplicationPrincipal;
const opened: Bytes[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  const streams = { perApplication: 2, pageSize: 3 };
  webhooks = await WebhooksApp.on(database, { worker: false, streams });
  other = await WebhooksApp.on(database, { worker: false, streams });
  for (const app of [webhooks, other])
    app.services.answer('POST /internal/applications/names', () => factAnswer({ names: {} }));
});
afterAll(async () => {
  await other.close();
  await webhooks.close();
  await database.drop();
});
beforeEach(() => {
  tenant = aTenant();
});
afterEach(() => {
  for (const { body } of opened.splice(0)) body.destroy();
});

function aRequest(differs: Partial<RecordedRequest> = {}): RecordedRequest {
  const id = newId();
  return {
    ...{ id, accountId: tenant.accountId, applicationId: tenant.applicationId, trace: id.replaceAll('-', '') },
    ...{ method: 'POST', route: '/transfers', status: 201 },
    summary: JSON.stringify({ path: '/transfers', durationMs: 4.2, address: '203.0.113.7' }),
    content: '{}',
    ...differs,
  };
}

async function record(...requests: readonly RecordedRequest[]): Promise<readonly string[]> {
  const batch = { at: webhooks.clock.system().toISOString(), requests };
  expect((await other.call('POST', '/internal/requests', GATEWAY, batch)).status).toBe(200);
  return requests.map(({ id }) => id);
}

type Asked = Parameters<WebhooksApp['streamRequests']>[1];

/** What a reader gets: the cursor and the id of each request. */
async function open(asked?: Asked): Promise<{ text: string; readonly requests: [string, string][] }> {
  const answer = await webhooks.streamRequests(tenant, asked);
  if (!(answer instanceof Bytes)) throw new Error(JSON.stringify(answer));
  opened.push(answer);
  const reader = {
    text: '',
    get requests(): [string, string][] {
      return [...this.text.matchAll(/^id: (\d+)\nevent: request\ndata: (.*)$/gm)].map(([, cursor = '', data = '']) => [
        cursor,
        (JSON.parse(data) as { id: string }).id,
      ]);
    },
  };
  answer.body.on('data', (chunk: Buffer) => (reader.text += chunk.toString()));
  return reader;
}

describe('the stream of requests', () => {
  it('tells each request once, as any process records it, in the form of lists', async () => {
    await record(aRequest());
    const reader = await open();
    const ids = [...(await record(...Array.from({ length: 7 }, () => aRequest()))), ...(await record(aRequest()))];
    await record({ ...aRequest(), accountId: newId() });
    await until('all are told', () => reader.requests.length >= 8);
    expect(reader.requests).toEqual(ids.map((id, at) => [String(at + 2), id]));
    const [, data = ''] = /^data: (\{"_links.*)$/m.exec(reader.text) ?? [];
    expect(JSON.parse(data)).toMatchObject({
      _links: { self: { href: `https://localhost:8443/requests/${String(ids[0])}`, 'resource-type': 'request' } },
      ...{ id: ids[0], path: '/transfers', status: 201 },
    });
  });

  it('goes on behind the last request that a client has, filtered', async () => {
    const good = aRequest();
    const [bad, worse] = [aRequest({ status: 404, code: 'NotFound' }), aRequest({ status: 503 })];
    await record(aRequest({ status: 400 }), good, bad);
    const reader = await open({ headers: { 'last-event-id': '1' }, query: { status: '4xx' } });
    await record(worse, aRequest());
    const [last] = await record(aRequest({ status: 404 }));
    await until('both are told', () => reader.requests.length >= 2);
    expect(reader.requests).toEqual([
      ['3', bad.id],
      ['6', last],
    ]);
  });

  it('goes on from its beginning in an account that had sent nothing', async () => {
    const first = await open();
    await until('it has begun', () => first.text.includes('event: begin'));
    const [, cursor = ''] = /^id: (\w+)$/m.exec(first.text) ?? [];
    const [id] = await record(aRequest());
    const again = await open({ headers: { 'last-event-id': cursor } });
    await until('it is told', () => again.requests.length > 0);
    expect(again.requests).toEqual([['1', id]]);
  });

  it.each<[Asked, string, string]>([
    [{ headers: { 'last-event-id': '17' } }, 'Invalid', '/headers/Last-Event-ID'],
    [{ headers: { 'last-event-id': 'x' } }, 'Invalid', '/headers/Last-Event-ID'],
    [{ headers: { 'last-event-id': '0' } }, 'Invalid', '/headers/Last-Event-ID'],
    [{ headers: { 'last-event-id': '01' } }, 'Invalid', '/headers/Last-Event-ID'],
    [{ headers: { 'last-event-id': ' 0' } }, 'Invalid', '/headers/Last-Event-ID'],
    [{ query: { after: '' } }, 'NotAllowed', '/query/after'],
    [{ query: { limit: '1' } }, 'NotAllowed', '/query/limit'],
    [{ query: { from: '2026-01-31T12:00:00Z' } }, 'NotAllowed', '/query/from'],
  ])('refuses %j', async (asked, code, path) => {
    expect(await webhooks.streamRequests(tenant, asked)).toMatchObject({
      ...{ status: 400, body: { faults: [{ code, path }] } },
    });
  });

  it('has so many readers of an application, and ends when the gateway stops', async () => {
    const gateway = new AbortController();
    await open({ stopping: gateway.signal });
    await open();
    expect(await webhooks.streamRequests(tenant)).toMatchObject({ status: 429, body: { code: 'TooManyRequests' } });
    const [first] = opened;
    gateway.abort();
    if (first && !first.body.readableEnded) await once(first.body, 'end');
  });

  it('counts for each person of an application of ours', async () => {
    const ours = { ...tenant, isFirstParty: true };
    const [one, other] = [newId(), newId()].map((userId) => ({ ...ours, userId })) as [
      ApplicationPrincipal,
      ApplicationPrincipal,
    ];
    for (const person of [one, one, other]) {
      tenant = person;
      await open();
    }
    expect(await webhooks.streamRequests(one)).toMatchObject({ status: 429 });
  });
});
