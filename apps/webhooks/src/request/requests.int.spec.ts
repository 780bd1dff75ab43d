import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type ApplicationPrincipal, type CollectionAnswer, ref, type ResourceAnswer } from '@halyard/contracts';
import type {} from '@halyard/contracts/accounts';
import type { RecordedRequest } from '@halyard/contracts/requests';
import { idTimeMs, newId } from '@halyard/core';
import { createLogger } from '@halyard/observability';
import { Housekeeping } from '@halyard/persistence';
import { createTestDatabase, factAnswer, type TestDatabase } from '@halyard/testing';
import { aTenant, WebhooksApp } from '../../test/support/webhooks-app.js';
import { webhooksConfig } from '../config.js';
import { webhooksService } from '../webhooks.module.js';

const GATEWAY = { kind: 'service', service: 'gateway' } as const;
const DAY_MS = 86_400_000;

let database: TestDatabase;
let webhooks: WebhooksApp;
let tenant: ApplicationPrincipal;

beforeAll(async () => {
  database = await createTestDatabase();
  webhooks = await WebhooksApp.on(database, { worker: false });
  webhooks.services.answer('POST /internal/applications/names', ({ body }) => {
    const { ids } = body as { readonly ids: readonly string[] };
    return factAnswer({ names: Object.fromEntries(ids.map((id) => [id, `Application ${id}`])) });
  });
});
afterAll(async () => {
  await webhooks.close();
  await database.drop();
});
beforeEach(() => {
  tenant = aTenant();
});

const traceOf = (id: string): string => id.replaceAll('-', '');

function aRequest(differs: Partial<RecordedRequest> = {}, path = '/transfers'): RecordedRequest {
  const id = differs.id ?? newId();
  return {
    id,
    accountId: tenant.accountId,
    method: 'POST',
    route: '/transfers',
    status: 201,
    applicationId: tenant.applicationId,
    trace: traceOf(id),
    summary: JSON.stringify({ path, durationMs: 4.2, address: '203.0.113.7' }),
    content: JSON.stringify({ request: { headers: {}, bytes: 2, body: {} }, response: { headers: {}, bytes: 0 } }),
    ...differs,
  };
}

const batchOf = (requests: readonly RecordedRequest[]) => ({ at: webhooks.clock.system().toISOString(), requests });

async function record(...requests: readonly RecordedRequest[]): Promise<void> {
  const { status } = await webhooks.call('POST', '/internal/requests', GATEWAY, batchOf(requests));
  expect(status).toBe(200);
}

const list = (query: Record<string, string> = {}, as = tenant): Promise<CollectionAnswer> =>
  webhooks.expect('collection', 'GET', '/requests', as, undefined, query);
const idsOf = ({ items }: CollectionAnswer): string[] => items.map(({ id }) => id);

describe('the log of requests', () => {
  it('lists what an account has sent, the newest first, each request once while more comes', async () => {
    const requests = Array.from({ length: 5 }, () => aRequest());
    await record(...requests.slice(0, 3));
    await record(...requests.slice(3));
    await record({ ...aRequest(), accountId: newId() });
    const newestFirst = requests.map(({ id }) => id).reverse();
    const first = await list({ limit: '2' });
    expect([idsOf(first), first.isUncounted]).toEqual([newestFirst.slice(0, 2), true]);
    await record(aRequest());
    const second = await list({ limit: '2', after: first.keyset?.nextAnchor ?? '' });
    const third = await list({ limit: '2', after: second.keyset?.nextAnchor ?? '' });
    expect([...idsOf(second), ...idsOf(third)]).toEqual(newestFirst.slice(2));
    expect([third.keyset, (await list({}, aTenant())).items]).toEqual([{ limit: 2, parameter: 'after' }, []]);
  });

  it('keeps those of applications and of persons who use ours apart, also of those that were recorded before', async () => {
    const personId = newId();
    const [ours, integration, server] = [
      aRequest({ personId, isFirstParty: true }),
      aRequest({ personId }),
      aRequest(),
    ];
    await record(ours, integration, server);
    expect(idsOf(await list({ by: 'person' }))).toEqual([ours.id]);
    expect(idsOf(await list({ by: 'application' }))).toEqual([server.id, integration.id]);
    const all: Record<string, string>[] = [{ by: 'all' }, {}];
    for (const query of all) expect(idsOf(await list(query))).toHaveLength(3);
    const forget = 'UPDATE requests SET is_first_party = NULL WHERE account_id = $1';
    await webhooks.dataSource.query(forget, [tenant.accountId]);
    expect(idsOf(await list({ by: 'person' }))).toEqual([integration.id, ours.id]);
    expect(idsOf(await list({ by: 'application' }))).toEqual([server.id]);
    expect(await webhooks.call('GET', '/requests', tenant, undefined, { by: 'nobody' })).toMatchObject({
      ...{ status: 400, body: { faults: [{ code: 'Invalid', path: '/query/by' }] } },
    });
  });

  it('shows of a request who sent it and what it made; one alone with what was sent and answered', async () => {
    const [resource, person] = [newId(), newId()];
    const request = aRequest({ key: 'order/1', resourceId: resource, personId: person });
    const summary = {
      ...(JSON.parse(request.summary) as object),
      resource: ref('transfer', resource),
      isReplayed: true,
    };
    await record({ ...request, summary: JSON.stringify(summary) });
    const [item] = (await list()).items;
    expect(item?.attributes).toEqual({
      id: request.id,
      created: new Date(Number.parseInt(request.id.slice(0, 13).replace('-', ''), 16)).toISOString(),
      ...{
        method: 'POST',
        path: '/transfers',
        route: '/transfers',
        status: 201,
        durationMs: 4.2,
        address: '203.0.113.7',
      },
      who: {
        application: { id: tenant.applicationId, name: `Application ${tenant.applicationId}` },
        person: { id: person },
      },
      key: true,
      replayed: true,
      resource: { href: `/transfers/${resource}`, 'resource-type': 'transfer' },
      trace: traceOf(request.id),
    });
    const one = await webhooks.expect('resource', 'GET', `/requests/${request.id}`, tenant);
    expect(one.attributes).toEqual({
      ...item?.attributes,
      ...(JSON.parse(request.content) as object),
      caused: {
        timeline: { href: `/transfers/${resource}/timeline`, 'resource-type': 'timeline' },
        events: [],
      },
    });
    expect((one as ResourceAnswer<'request'>).links).toEqual({
      account: ref('account', tenant.accountId),
      resource: ref('transfer', resource),
      'idempotency-key': ref('idempotency-key', 'order%2F1'),
    });
  });

  it('names what it caused: the first 25 events of its trace, among those of its account', async () => {
    const [before, request, after] = [aRequest(), aRequest({ method: 'GET', route: '/customers' }), aRequest()];
    await record(before, request, after);
    const traceparent = (trace: string) => `00-${trace}-0af7651916cd43dd-01`;
    const tell = (accountId: string, from: number, to: number, trace: string, ms: number) =>
      webhooks.dataSource.query(
        `INSERT INTO public_events
           (id, recorded_at, account_id, position, topic, resource_kind, resource_id, created_at, traceparent)
         SELECT md5($1 || n)::uuid, $5, $1::uuid, n, 'topic_' || n, 'customer', gen_random_uuid(), now(), $4
         FROM generate_series($2::integer, $3::integer) AS n`,
        [accountId, from, to, traceparent(trace), new Date(idTimeMs(request.id) + ms)],
      );
    await tell(tenant.accountId, 1, 300, traceOf(request.id), -60_000);
    await tell(tenant.accountId, 301, 310, traceOf(before.id), 0);
    await tell(tenant.accountId, 311, 336, traceOf(request.id), 5);
    await tell(newId(), 1, 5, traceOf(after.id), 5);
    const causedBy = async ({ id }: RecordedRequest) =>
      (await webhooks.expect('resource', 'GET', `/requests/${id}`, tenant)).attributes['caused'] as {
        readonly events: readonly { readonly topic: string }[];
      };
    const topics = Array.from({ length: 25 }, (_, nth) => `topic_${311 + nth}`);
    const { events, ...rest } = await causedBy(request);
    expect([events.map(({ topic }) => topic), rest]).toEqual([topics, { more: true }]);
    expect(events[0]).toMatchObject({
      event: { href: expect.stringMatching(/^\/events\//), 'resource-type': 'event' },
    });
    expect((await causedBy(before)).events).toHaveLength(10);
    expect(await causedBy(after)).toMatchObject({ events: [] });
  });

  it('shows nothing of one account to another', async () => {
    const request = aRequest();
    await record(request);
    const refused = { status: 404, body: { code: 'NotFound' } };
    expect(await webhooks.call('GET', `/requests/${request.id}`, aTenant())).toMatchObject(refused);
    expect(await webhooks.call('GET', `/requests/${newId()}`, tenant)).toMatchObject(refused);
  });

  it('finds requests by each filter, and by several at once', async () => {
    const [resource, customer, application, person] = [newId(), newId(), newId(), newId()];
    const made = aRequest({ resourceId: resource, pathId: customer, key: 'k/1', personId: person });
    const refused = aRequest({ status: 404, code: 'NotFound', method: 'GET', route: '/customers/{id}' });
    const failed = aRequest({ status: 503, code: 'ServiceUnavailable', applicationId: application });
    const { route: _, ...nowhere } = aRequest({ status: 405, code: 'MethodNotAllowed', method: 'DELETE' });
    await record(made, refused, failed, nowhere);
    const other = aRequest({ resourceId: resource });
    await record({ ...other, accountId: newId() });
    const cases: readonly (readonly [Record<string, string | string[]>, readonly RecordedRequest[]])[] = [
      [{ status: '2xx' }, [made]],
      [{ status: ['404', '5xx'] }, [failed, refused]],
      [{ status: ['201', '405'] }, [nowhere, made]],
      [{ status: '5xx' }, [failed]],
      [{ status: ['4xx', '5xx'] }, [nowhere, failed, refused]],
      [{ status: '409' }, []],
      [{ method: 'GET' }, [refused]],
      [{ method: ['DELETE', 'GET'] }, [nowhere, refused]],
      [{ method: 'DELETE' }, [nowhere]],
      [{ route: '/customers/{id}' }, [refused]],
      [{ code: ['NotFound', 'MethodNotAllowed'] }, [nowhere, refused]],
      [{ application }, [failed]],
      [{ person }, [made]],
      [{ resource }, [made]],
      [{ resource: customer.toUpperCase() }, [made]],
      [{ key: 'k/1' }, [made]],
      [{ key: 'k/' }, []],
      [{ trace: traceOf(failed.id) }, [failed]],
      [{ search: refused.id }, [refused]],
      [{ search: traceOf(nowhere.id).slice(0, 30) }, [nowhere]],
      [{ search: resource }, [made]],
      [{ search: resource.slice(0, 8), resource }, [made]],
      [{ status: '4xx', method: 'GET', search: refused.id.slice(0, 30) }, [refused]],
      [{ status: '4xx', key: 'k/1' }, []],
    ];
    for (const [query, found] of cases) {
      expect([query, idsOf(await list(query as Record<string, string>))]).toEqual([query, found.map(({ id }) => id)]);
    }
  });

  it('finds all requests of a trace, whether it is the id of the first or came from its sender', async () => {
    const first = aRequest();
    const caused = aRequest({ trace: traceOf(first.id) });
    const stranger = '0af7651916cd43dd8448eb211c80319c';
    const traced = aRequest({ trace: stranger });
    await record(first, caused, traced);
    for (const [trace, found] of [
      [traceOf(first.id), [caused, first]],
      [stranger, [traced]],
      [traceOf(caused.id), []],
    ] as const) {
      const ids = found.map(({ id }) => id);
      expect(idsOf(await list({ trace }))).toEqual(ids);
      expect(idsOf(await list({ trace, search: trace.slice(0, 30) }))).toEqual(ids);
    }
    expect(idsOf(await list({ search: stranger.slice(0, 8) }))).toEqual([traced.id]);
    expect(idsOf(await list({ search: traceOf(first.id) }))).toEqual([caused.id, first.id]);
  });

  it('finds requests of a time, its beginning included and its end not', async () => {
    const at = (ms: number): string => {
      const time = ms.toString(16).padStart(12, '0');
      return `${time.slice(0, 8)}-${time.slice(8)}${newId().slice(13)}`;
    };
    const noon = Date.now() - DAY_MS;
    const requests = [noon - 1, noon, noon + 999, noon + 1_000].map((ms) => aRequest({ id: at(ms) }));
    await record(...requests);
    const [from, to] = [new Date(noon).toISOString(), new Date(noon + 1_000).toISOString()];
    expect(idsOf(await list({ from, to }))).toEqual([requests[2]?.id, requests[1]?.id]);
  });

  it.each([
    [{ limit: '0' }, 'InvalidFormat', '/query/limit'],
    [{ status: 'good' }, 'InvalidFormat', '/query/status'],
    [{ status: '999' }, 'Invalid', '/query/status'],
    [{ status: '1xx' }, 'Invalid', '/query/status'],
    [{ method: 'FETCH' }, 'Invalid', '/query/method'],
    [{ route: '/nowhere' }, 'Invalid', '/query/route'],
    [{ code: 'Wrong' }, 'Invalid', '/query/code'],
    [{ application: 'x' }, 'InvalidFormat', '/query/application'],
    [{ key: 'ä' }, 'InvalidFormat', '/query/key'],
    [{ trace: 'x' }, 'InvalidFormat', '/query/trace'],
    [{ search: '0195b3a' }, 'InvalidFormat', '/query/search'],
    [{ from: 'yesterday' }, 'InvalidFormat', '/query/from'],
    [{ after: '17' }, 'InvalidFormat', '/query/after'],
    [{ offset: '0' }, 'NotAllowed', '/query/offset'],
  ])('refuses %j', async (query, code, path) => {
    const answer = await webhooks.call('GET', '/requests', tenant, undefined, query);
    expect(answer).toMatchObject({ status: 400, body: { faults: [{ code, path }] } });
  });

  it('records a batch that comes again once, and refuses what is none', async () => {
    const batch = batchOf([aRequest(), aRequest()]);
    for (const _ of [1, 2]) {
      expect((await webhooks.call('POST', '/internal/requests', GATEWAY, batch)).status).toBe(200);
    }
    await record(aRequest());
    const [{ numbers }] = await webhooks.dataSource.query<[{ numbers: string[] }]>(
      'SELECT array_agg(number ORDER BY number) AS numbers FROM requests WHERE account_id = $1',
      [tenant.accountId],
    );
    expect(numbers.map(Number)).toEqual([1, 2, 3]);
    expect((await webhooks.call('POST', '/internal/requests', GATEWAY, { requests: 1 })).status).toBe(400);
  });

  it('numbers the requests of many accounts that gateways hand over at once without a gap', async () => {
    const accounts = Array.from({ length: 5 }, () => newId());
    const batches = Array.from({ length: 12 }, () =>
      accounts.toSorted(() => Math.random() - 0.5).map((accountId) => aRequest({ accountId })),
    );
    await Promise.all(batches.map((requests) => record(...requests)));
    const rows = await webhooks.dataSource.query<{ count: number; last: number }[]>(
      `SELECT count(DISTINCT number)::int AS count, max(number)::int AS last FROM requests
       WHERE account_id = ANY ($1) GROUP BY account_id`,
      [accounts],
    );
    expect(rows).toEqual(accounts.map(() => ({ count: 12, last: 12 })));
  });

  it('lets nothing be read from its tables', async () => {
    const secret = 'a-secret-that-was-sent';
    const content = JSON.stringify({ request: { headers: {}, bytes: 2, body: { secret } }, response: {} });
    await record(aRequest({ key: secret, content }, `/${secret}`));
    for (const table of ['requests', 'request_batches']) {
      const [{ found }] = await webhooks.dataSource.query<[{ found: number }]>(
        `SELECT count(*)::int AS found FROM ${table} AS one
         WHERE account_id = $1 AND (one::text LIKE $2 OR one::text LIKE $3)`,
        [tenant.accountId, `%${secret}%`, `%${Buffer.from(secret).toString('hex')}%`],
      );
      expect([table, found]).toEqual([table, 0]);
    }
  });

  it('has no request any more that is older than it is kept', async () => {
    const id = `0188b3a0-0000${newId().slice(13)}`;
    await record(aRequest({ id }));
    expect((await list()).items).toEqual([]);
    expect((await webhooks.call('GET', `/requests/${id}`, tenant)).status).toBe(404);
  });

  it('drops what is no longer kept by whole partitions, of lists and of contents', async () => {
    const logger = createLogger({ service: 'webhooks', level: 'silent' });
    const { dataSource, clock } = webhooks;
    // Later than all that the other tests have written, which was before there were partitions.
    const written = clock.system().getTime() + 100 * DAY_MS;
    const house = new Housekeeping(dataSource, webhooksService.lifetimes?.(webhooksConfig({})) ?? [], logger);
    await house.prepare(new Date(written));
    const batch = { at: new Date(written).toISOString(), requests: [aRequest()] };
    expect((await webhooks.call('POST', '/internal/requests', GATEWAY, batch)).status).toBe(200);
    const partitionsWith = async (table: string): Promise<number> => {
      const [{ count }] = await dataSource.query<[{ count: string }]>(
        `SELECT count(DISTINCT tableoid) AS count FROM ${table} WHERE account_id = $1 AND tableoid <> $2::regclass`,
        [tenant.accountId, `${table}_default`],
      );
      return Number(count);
    };
    const tables = ['requests', 'request_batches'];
    const after = async (days: number): Promise<number[]> => {
      const now = new Date(written + days * DAY_MS);
      await house.keep({ now, earliest: now });
      return Promise.all(tables.map(partitionsWith));
    };
    expect([await after(0), await after(30), await after(37)]).toEqual([
      [1, 1],
      [1, 1],
      [0, 0],
    ]);
  });
});
