import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type AnswerBody, type Json, ref, type ResourceAnswer, type ResourceKind } from '@halyard/contracts';
import { attributeRules, type PublicRouteRow, publicRoutes, resources } from '@halyard/public-api';
import type { FieldRule, FieldRules } from '@halyard/contracts/redaction';
import {
  type RecordedRequest,
  requestBatch,
  type RequestContent,
  type RequestSummary,
} from '@halyard/contracts/requests';
import { DomainError, newId } from '@halyard/core';
import { errorAnswer } from '@halyard/http';
import { until } from '@halyard/testing/waiting';
import { redactionRules } from '../../test/redaction-rules.js';
import { ACCOUNT_ID, APPLICATION_ID, CLIENT, FakeServices } from '../../test/fakes.js';
import { GatewayFixture, type SentRequest } from '../../test/gateway-fixture.js';
import { RecordedForms } from './recorded-forms.js';

const services = new FakeServices();
let gateway: GatewayFixture;

beforeAll(async () => {
  gateway = await GatewayFixture.start({ REQUEST_LOG: 'full' }, services);
});
afterAll(() => gateway.stop());
beforeEach(() => {
  services.recorded.length = 0;
  services.respond = () => ({ status: 200, body: { type: 'fact', fact: null } });
});

const recorded = async (count: number): Promise<RecordedRequest> => {
  await gateway.untilRecorded(count);
  return services.recorded[count - 1];
};
const summaryOf = ({ summary }: RecordedRequest) => JSON.parse(summary) as RequestSummary;
const contentOf = ({ content }: RecordedRequest) => JSON.parse(content) as RequestContent;

async function send(method: string, path: string, sent: SentRequest = {}): Promise<RecordedRequest> {
  const before = services.recorded.length;
  const { headers } = await gateway.send(method, path, sent);
  const request = await recorded(before + 1);
  expect(request.id).toBe(headers['x-request-id']);
  return request;
}

const refused = () => errorAnswer(new DomainError('NotFound'));
const made = (kind: ResourceKind, id: string) => () => ({
  status: 201,
  body: { type: 'created' as const, resource: ref(kind, id) },
});

describe('a request that is over', () => {
  it('is recorded with who sent it, what it made and how it ended', async () => {
    const id = newId();
    services.respond = made('transfer', id);
    const request = await send('POST', '/transfers', {
      body: { amount: { value: '1.00', currency: 'USD' }, correlationId: 'order-1', other: 'Ada' },
      headers: { 'idempotency-key': 'key-1', 'user-agent': 'test/1', accept: 'application/json', cookie: 'a=b' },
    });
    expect(request).toMatchObject({
      ...{ accountId: ACCOUNT_ID, applicationId: APPLICATION_ID, method: 'POST', route: '/transfers', status: 201 },
      ...{ resourceId: id, key: 'key-1', trace: request.id.replaceAll('-', '') },
    });
    expect(request).not.toHaveProperty('code');
    expect(summaryOf(request)).toMatchObject({
      ...{ path: '/transfers', address: '127.0.0.1', resource: { kind: 'transfer', id } },
    });
    expect(contentOf(request)).toEqual({
      request: {
        headers: { accept: 'application/json', 'content-type': 'application/json', 'user-agent': 'test/1' },
        bytes: 84,
        body: { amount: { value: '1.00', currency: 'USD' }, correlationId: 'order-1', other: '[unknown]' },
      },
      response: { headers: { location: expect.stringContaining(`/transfers/${id}`) as unknown }, bytes: 0 },
    });
  });

  it('is recorded with its refusal, and the resource of its path', async () => {
    services.respond = refused;
    const [customer, owner] = [newId(), newId()];
    const request = await send('GET', `/customers/${customer.toUpperCase()}/documents?limit=5&search=Ada`);
    expect(request).toMatchObject({ status: 404, code: 'NotFound', resourceId: customer });
    expect(summaryOf(request)).toMatchObject({
      path: `/customers/${customer.toUpperCase()}/documents?limit=[unknown]&search=[unknown]`,
      resource: { kind: 'customer', id: customer },
    });
    expect(contentOf(request).response.body).toMatchObject({ code: 'NotFound' });
    services.respond = made('funding-source', owner);
    const other = await send('POST', `/customers/${customer}/funding-sources`, { body: { name: 'Ada' } });
    expect(other).toMatchObject({ resourceId: owner, pathId: customer });
  });

  it('is recorded with a resource whose address has two ids, and with both', async () => {
    const [webhook, retry] = [newId(), newId()];
    services.respond = () => ({
      status: 201,
      body: { type: 'created', resource: ref('webhook-retry', `${webhook}/${retry}`) },
    });
    const request = await send('POST', `/webhooks/${webhook}/retries`);
    expect(request).toMatchObject({ route: '/webhooks/{id}/retries', resourceId: retry, pathId: webhook });
    expect(requestBatch.safeParse({ at: new Date().toISOString(), requests: [request] }).success).toBe(true);
  });

  it.each([
    ['/customers?email=ada%40example.com&limit=5&limit=123456789&status=retry&status=Ada&x=Ada', undefined],
    ['/idempotency-keys/order%2F1', '/idempotency-keys/[idempotency-key]'],
    ['/customers/Ada', '/customers/[invalid]'],
    ['/search?q=Ada', '/search?q=[text]'],
  ])('shows of %s nothing that a person wrote', async (path, shown) => {
    services.respond = refused;
    const expected =
      shown ?? '/customers?email=[email]&limit=5&limit=[invalid]&status=retry&status=[invalid]&x=[unknown]';
    expect(summaryOf(await send('GET', path)).path).toBe(expected);
  });

  it.each([
    ['binary', new Uint8Array([0xff, 0xfe, 0x00])],
    ['another character set', Buffer.from('{"name":"\xc5da"}', 'latin1')],
    ['cut', '{"name":"Ada'],
    ['a megabyte', JSON.stringify({ name: 'Ada'.repeat(350_000) })],
    ['nothing', ''],
  ])('has no body where that is %s', async (_, body) => {
    services.respond = refused;
    const request = await send('POST', '/customers', { body });
    expect(contentOf(request).request).not.toHaveProperty('body');
    expect(JSON.stringify(request)).not.toContain('Ada');
  });

  const expired = (): Promise<string> => services.token({ exp: services.startSeconds - 1 });

  it.each<[string, string, number, () => Promise<string>, SentRequest, string | undefined]>([
    ['/customers', 'GET', 401, expired, {}, '/customers'],
    ['/customers', 'GET', 403, () => services.token({ scope: '' }), {}, '/customers'],
    ['/nowhere/Ada?x=Ada', 'GET', 404, () => services.token(), {}, undefined],
    ['/nowhere', 'GET', 404, expired, {}, undefined],
    ['/customers', 'DELETE', 405, () => services.token(), {}, undefined],
    ['/customers', 'GET', 406, () => services.token(), { headers: { accept: 'image/png' } }, '/customers'],
    ['/customers', 'POST', 413, () => services.token(), { body: 'x'.repeat(300_000) }, '/customers'],
    [
      '/customers',
      'POST',
      415,
      () => services.token(),
      { headers: { 'content-type': 'text/csv' }, body: 'Ada' },
      '/customers',
    ],
  ])(
    'to %s by %s that the gateway refuses with %i is recorded too',
    async (path, method, status, token, sent, route) => {
      const request = await send(method, path, { ...sent, token: await token() });
      expect(request).toMatchObject({ status, accountId: ACCOUNT_ID });
      expect([request.route, JSON.stringify(request).includes('Ada')]).toEqual([route, false]);
    },
  );

  it('is recorded where right credentials of an application are refused at the door, and not where they are wrong', async () => {
    const basic = (secret: string) => ({
      authorization: `Basic ${Buffer.from(`${CLIENT.id}:${secret}`).toString('base64')}`,
    });
    await gateway.send('GET', '/nowhere', { token: null, headers: basic('wrong') });
    const request = await send('GET', '/nowhere', { token: null, headers: basic(CLIENT.secret) });
    expect(request).toMatchObject({ status: 404, applicationId: APPLICATION_ID });
    expect(services.recorded).toHaveLength(1);
  });

  it('of a token that was revoked is recorded', async () => {
    const token = await services.token({ jti: 'ended' });
    services.respond = refused;
    await send('GET', '/customers', { token });
    services.revoke({ kind: 'token', id: 'ended', untilMs: (services.startSeconds + 3_600) * 1_000 });
    await until('it has ended', async () => (await gateway.send('GET', '/customers', { token })).status === 401);
    await until('it is recorded', () => services.recorded.some(({ status }) => status === 401));
  });

  it('is recorded where its application has sent too many', async () => {
    const other = await GatewayFixture.start({ REQUEST_LOG: 'full', RATE_LIMIT_PER_MINUTE: '1' }, services);
    services.respond = refused;
    try {
      for (const _ of [1, 2]) await other.send('GET', '/customers');
    } finally {
      await other.stop();
    }
    expect(services.recorded.map(({ status, code }) => [status, code])).toEqual([
      [404, 'NotFound'],
      [429, 'TooManyRequests'],
    ]);
  });

  it('is recorded where its network has sent too many, if it is remembered who sent it', async () => {
    const settings = { REQUEST_LOG: 'full', ANONYMOUS_RATE_LIMIT_PER_MINUTE: '2' };
    const other = await GatewayFixture.start(settings, services);
    const basic = Buffer.from(`${CLIENT.id}:${CLIENT.secret}`).toString('base64');
    const ofApplication: SentRequest = { token: null, headers: { authorization: `Basic ${basic}` } };
    services.respond = refused;
    const token = await services.token();
    try {
      await other.send('GET', '/customers', { token });
      await other.send('GET', '/customers', ofApplication);
      for (const sent of [{ token }, ofApplication, { token: await services.token({ jti: 'another' }) }]) {
        expect(await other.send('GET', '/nowhere', sent)).toMatchObject({ status: 429 });
      }
    } finally {
      await other.stop();
    }
    expect(services.recorded.map(({ status, accountId }) => [status, accountId])).toEqual(
      [404, 403, 429, 429].map((status) => [status, ACCOUNT_ID]),
    );
  });

  it('is recorded where its address could not be read', async () => {
    for (const path of ['/customers/%zz', `/customers/${'x'.repeat(5_000)}`]) {
      const before = services.recorded.length;
      const { status, headers, body } = await gateway.send('GET', path);
      const request = await recorded(before + 1);
      expect(request).toMatchObject({ id: headers['x-request-id'], status, code: body.code, accountId: ACCOUNT_ID });
      expect(summaryOf(request).path).toBe('/customers/[unknown]');
    }
  });

  it('is not recorded where it asks for the log, or nobody is known behind it', async () => {
    services.respond = refused;
    await gateway.send('GET', '/requests');
    await gateway.send('GET', `/requests/${newId()}?x=1`);
    await gateway.send('GET', '/customers', { token: null });
    await gateway.send('GET', '/customers', { token: 'forged' });
    const last = await send('GET', '/customers');
    expect(services.recorded.map(({ id }) => id)).toEqual([last.id]);
  });

  it('has of an answer what its fields may show, with the queries of its links', async () => {
    const id = newId();
    const item: ResourceAnswer = {
      ...{ type: 'resource', kind: 'customer', id, links: { self: ref('customer', id) } },
      attributes: { id, firstName: 'Ada', status: 'verified', surprise: 'Ada' },
    };
    const page = { limit: 25, offset: 0 };
    services.respond = () => ({
      status: 200,
      body: { type: 'collection', self: ref('listCustomers'), of: 'customer', items: [item], total: 1, page },
    });
    const { response } = contentOf(await send('GET', '/customers?email=Ada'));
    expect(response.body).toMatchObject({
      _links: { first: { href: expect.stringMatching(/\/customers\?email=\[email\]&limit=25&offset=0$/) as unknown } },
      _embedded: { customers: [{ id, firstName: '[name]', status: 'verified', surprise: '[unknown]' }] },
      total: 1,
    });
  });
});

/** Puts a secret in each place that is not to be shown as it is. */
class Secrets {
  count = 0;

  private next(): string {
    this.count += 1;
    return `SECRET${this.count}`;
  }

  of(rule: FieldRule): Json | undefined {
    if (rule === 'kept') return 'kept';
    if (typeof rule === 'string') return this.next();
    if ('fields' in rule) return this.ofFields(rule.fields);
    if ('items' in rule) return [this.of(rule.items) ?? null, { undeclared: this.next() }];
    return rule.forms.some((form) => 'pattern' in form) ? undefined : this.next();
  }

  ofFields(fields: FieldRules): { [name: string]: Json | undefined } {
    const values = Object.entries(fields).map(([name, rule]) => [name, this.of(rule)] as const);
    return { ...Object.fromEntries(values), undeclared: this.next() };
  }

  resource(kind: ResourceKind): ResourceAnswer {
    const attributes = this.ofFields(attributeRules(kind));
    return { type: 'resource', kind, id: newId(), attributes, links: {}, parts: { parts: [{ attributes }] } };
  }

  answer({ answers: [answer] }: PublicRouteRow): AnswerBody {
    if (answer.answers === 'resource') return this.resource(answer.of);
    if (answer.answers !== 'list') return { type: 'created', resource: ref('customer', newId()) };
    const items = [this.resource(answer.of), this.resource(answer.of)];
    return { type: 'collection', self: ref('listCustomers'), of: answer.of, items, total: 2 };
  }
}

it('shows none of the secrets that all routes are sent and answer', async () => {
  const secrets = new Secrets();
  const { bodies, queries } = redactionRules();
  const routes = Object.entries<PublicRouteRow>(publicRoutes).filter(
    ([, { kind, access, owner }]) =>
      kind === 'plain' && access !== 'anyone' && access !== 'linking' && owner !== 'gateway',
  );
  for (const [name, route] of routes) {
    const answer = secrets.answer(route);
    services.respond = () => ({ status: 200, body: answer });
    const query = Object.entries(secrets.ofFields(queries[name] ?? {})).flatMap(([parameter, value]) =>
      typeof value === 'string' ? [`${parameter}=${value}`] : [],
    );
    const path = route.path.replace(':service', 'transfers').replaceAll(/:\w+/g, () => newId());
    await gateway.send(route.method, `${path}?${query.join('&')}`, {
      ...(route.method === 'POST' && { body: secrets.of(bodies[name] ?? { fields: {} }) }),
      headers: { cookie: 'SECRET0', 'x-other': 'SECRET0' },
    });
    await setImmediate();
  }
  const logged = routes.filter(([, { path }]) => !path.startsWith('/requests'));
  await until('all are recorded', () => services.recorded.length === logged.length);
  expect(secrets.count).toBeGreaterThan(300);
  expect(Object.keys(resources).length).toBeGreaterThan(30);
  expect(JSON.stringify(services.recorded).match(/SECRET\d+/g)).toBeNull();
});

describe('the log', () => {
  it('gets no bodies where it is told not to record them', async () => {
    const other = await GatewayFixture.start({ REQUEST_LOG: 'without-bodies' }, services);
    try {
      services.respond = made('transfer', newId());
      await other.send('POST', '/transfers', { body: { correlationId: 'order-1' } });
      await other.untilRecorded(1);
      const [{ request, response }] = services.recorded.map(contentOf);
      expect([request.bytes, request.body, response.body]).toEqual([27, undefined, undefined]);
    } finally {
      await other.stop();
    }
  });

  it('is not there where it is off', async () => {
    const other = await GatewayFixture.start({ REQUEST_LOG: 'off' }, services);
    try {
      for (const path of ['/requests', `/requests/${newId()}`, '/requests/stream']) {
        expect(await other.send('GET', path)).toMatchObject({ status: 404 });
      }
      await other.send('GET', '/customers');
    } finally {
      await other.stop();
    }
    expect(services.recorded).toEqual([]);
  });

  it('holds nothing up and is counted where it is away, and gets what was gathered when the gateway stops', async () => {
    const other = await GatewayFixture.start({ REQUEST_LOG: 'full' }, services);
    services.respond = refused;
    services.recordAnswer = () => errorAnswer(new DomainError('ServiceUnavailable'));
    try {
      await other.send('GET', '/customers');
      await other.untilMeasured('halyard_requests_dropped_total 1');
      services.recordAnswer = () => ({ status: 200, body: { type: 'fact', fact: null } });
      services.recorded.length = 0;
      await other.send('GET', '/customers');
    } finally {
      await other.stop();
    }
    expect(services.recorded).toHaveLength(1);
  });

  it('is counted where no record can be made of it, and the gateway serves the next', async () => {
    const other = await GatewayFixture.start({ REQUEST_LOG: 'full' }, services);
    services.respond = refused;
    const making = jest.spyOn(RecordedForms.prototype, 'of').mockImplementationOnce(() => {
      throw new Error('nobody said what a field contains');
    });
    try {
      await other.send('GET', '/customers');
      await other.untilMeasured('halyard_requests_dropped_total 1');
      expect((await other.send('GET', '/customers')).status).toBe(404);
    } finally {
      making.mockRestore();
      await other.stop();
    }
    expect(services.recorded).toHaveLength(1);
  });
});
