import { randomUUID } from 'node:crypto';
import { created, ref, type ResourceAnswer, type Route } from '@halyard/contracts';
import { publicRoutes } from '@halyard/public-api';
import { DomainError, validationError } from '@halyard/core';
import { errorAnswer } from '@halyard/http';
import { describe, expect, it } from '@jest/globals';
import { ACCOUNT_ID } from '../../test/fakes.js';
import type { Answer } from '../../test/gateway-fixture.js';
import { GatewayStage } from '../../test/gateway-stage.js';

const ID = '0195b3a0-0000-7000-8000-0000000000c1';
const VENDOR = 'application/vnd.service.v1.hal+json';
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

const customer: ResourceAnswer = {
  type: 'resource',
  kind: 'customer',
  id: ID,
  attributes: { firstName: 'Ada', phone: undefined },
  links: { transfers: ref('listCustomerTransfers', ID) },
};

describe('requests to the public API', () => {
  const stage = new GatewayStage(() => ({ status: 200, body: customer }));
  const { services } = stage;

  const post = (body: unknown, headers: Record<string, string | undefined> = {}): Promise<Answer> =>
    stage.gateway.send('POST', '/customers', { body, headers });

  describe('answers', () => {
    it('gives a resource in HAL, in the media type that was asked for', async () => {
      const accept = 'application/vnd.acme.v1.hal+json';
      const { status, headers, body } = await stage.gateway.send('GET', `/customers/${ID}`, { headers: { accept } });
      expect([status, headers['content-type']]).toEqual([200, `${accept}; charset=UTF-8`]);
      const href = `${stage.gateway.addresses.baseUrl}/customers/${ID}`;
      expect(body).toEqual({
        _links: {
          self: { href, type: accept, 'resource-type': 'customer' },
          transfers: { href: `${href}/transfers`, type: accept, 'resource-type': 'transfer' },
        },
        id: ID,
        firstName: 'Ada',
      });
    });

    it('gives the vendor type when nothing is asked for', async () => {
      const { headers } = await stage.gateway.send('GET', '/customers');
      expect(headers['content-type']).toBe(`${VENDOR}; charset=UTF-8`);
    });

    it('gives 201 with an absolute Location, spelled so, and no body', async () => {
      services.respond = () => ({ status: 201, body: created('customer', ID) });
      const host = 'api.example.com:8443';
      const { status, text, headers, rawNames } = await stage.gateway.sendRaw('POST', '/customers', '{}', { host });
      expect([status, text, headers['content-length']]).toEqual([201, '', '0']);
      expect(headers['location']).toBe(`http://api.example.com:8443/customers/${ID}`);
      expect(rawNames).toContain('Location');
    });

    it('gives a DELETE 200 with the resource as it was', async () => {
      const { status, body } = await stage.gateway.send('DELETE', `/webhook-subscriptions/${ID}`);
      expect([status, body['id']]).toEqual([200, ID]);
    });

    it('gives HEAD what GET gives, but the body', async () => {
      const { status, text, headers } = await stage.gateway.send('HEAD', `/customers/${ID}`);
      expect([status, text, headers['content-type']]).toEqual([200, '', `${VENDOR}; charset=UTF-8`]);
    });

    it('gives errors with their profile, faults and the resource they are about', async () => {
      const fault = { code: 'Required', message: 'Name required.', path: '/name' } as const;
      services.respond = () => errorAnswer(validationError(fault));
      const { status, headers, body } = await post({});
      expect([status, headers['content-type']]).toEqual([
        400,
        `${VENDOR}; profile="http://nocarrier.co.uk/profiles/vnd.error/"; charset=UTF-8`,
      ]);
      expect(body._embedded?.errors).toEqual([{ ...fault, _links: {} }]);

      services.respond = () =>
        errorAnswer(new DomainError('DuplicateResource', { about: { kind: 'customer', id: ID } }));
      const duplicate = await post({});
      expect([duplicate.status, duplicate.body.code]).toEqual([400, 'DuplicateResource']);
      expect(duplicate.body._links?.['about']?.href).toBe(`${stage.gateway.addresses.baseUrl}/customers/${ID}`);
    });

    it.each([
      ['an owner that is away', new DomainError('ServiceUnavailable'), 503, '1'],
      ['an owner that says when', new DomainError('ServiceUnavailable', { retryAfterSeconds: 7 }), 503, '7'],
      ['an owner that takes too long', new DomainError('RequestTimeout'), 500, undefined],
    ])('says so for %s', async (_, error, status, retryAfter) => {
      services.respond = () => Promise.reject(error);
      const answer = await stage.gateway.send('GET', '/customers');
      expect([answer.status, answer.body.code, answer.headers['retry-after']]).toEqual([
        status,
        error.code,
        retryAfter,
      ]);
    });

    it('names the request in what nobody expected, and nothing else', async () => {
      services.respond = () => Promise.reject(new Error('the secret cause'));
      const { status, body, text, headers } = await stage.gateway.send('GET', '/customers');
      expect([status, body.code]).toEqual([500, 'ServerError']);
      expect(body.message).toContain(headers['x-request-id']);
      expect(text).not.toContain('secret');
    });

    it('never lets out what services tell each other', async () => {
      services.respond = () => ({ status: 200, body: { type: 'fact', fact: { secret: 'x' } } });
      const { status, text } = await stage.gateway.send('GET', '/customers');
      expect(status).toBe(500);
      expect(text).not.toContain('secret');
    });

    it('begins at the root with links to all that the account has', async () => {
      const { status, body } = await stage.gateway.send('GET', '/');
      expect(status).toBe(200);
      expect(Object.keys(body)).toEqual(['_links']);
      const paths = Object.entries(body._links ?? {}).map(([relation, { href }]) => [relation, new URL(href).pathname]);
      expect(Object.fromEntries(paths)).toEqual({
        self: '/',
        account: `/accounts/${ACCOUNT_ID}`,
        customers: '/customers',
        'funding-sources': '/funding-sources',
        payments: '/payments',
        transfers: '/transfers',
        events: '/events',
        'webhook-subscriptions': '/webhook-subscriptions',
        simulate: '/sandbox-simulations',
        clock: '/sandbox-clock',
      });
    });

    it.each([
      ['GET', '/', 200],
      ['GET', '/nowhere', 404],
      ['PUT', '/customers', 405],
      ['GET', '/customers/%ff', 400],
      ['GET', `/customers/${'0'.repeat(5_000)}`, 404],
    ])('carries a request id and the CORS header: %s %.30s -> %i', async (method, path, status) => {
      const answer = await stage.gateway.send(method, path);
      expect(answer.status).toBe(status);
      expect(answer.headers['x-request-id']).toMatch(UUID);
      expect(answer.headers['access-control-allow-origin']).toBe('*');
    });
  });

  describe('addresses', () => {
    it.each([
      '/nowhere',
      '/customers/',
      '/Customers',
      `/customers/${ID}/nothing`,
      '/internal/signing-keys',
      '//customers',
    ])('%s is NotFound', async (path) => {
      const { status, body } = await stage.gateway.send('GET', path);
      expect([status, body.code]).toEqual([404, 'NotFound']);
      expect(services.calls).toEqual([]);
    });

    it.each([
      ['DELETE', '/customers', 'POST, GET, HEAD'],
      ['PUT', `/funding-sources/${ID}`, 'GET, HEAD, POST'],
      ['PATCH', '/', 'GET, HEAD'],
      ['GET', '/token', 'POST'],
      ['GET', '/sandbox-simulations', 'POST'],
      ['OPTIONS', '/customers', 'POST, GET, HEAD'],
    ])('%s %s is MethodNotAllowed', async (method, path, allow) => {
      const { status, headers, body } = await stage.gateway.send(method, path, { token: null });
      expect([status, headers['allow'], body.code]).toEqual([405, allow, 'MethodNotAllowed']);
    });

    it.each([...new Set(Object.values<Route>(publicRoutes).map(({ path }) => path))])(
      '%s allows HEAD where it answers it',
      async (path) => {
        const address = path.replaceAll(/:\w+/g, ID);
        const allow = String((await stage.gateway.send('PATCH', address)).headers['allow']).split(', ');
        const { status } = await stage.gateway.send('HEAD', address);
        expect([allow.includes('HEAD'), allow.includes('GET')]).toEqual([status !== 405, status !== 405]);
      },
    );

    it.each(['x', '%2e%2e%2fcustomers', '%00', "'", 'null', '__proto__', `${ID}x`])(
      'an id that can be none is NotFound: %s',
      async (id) => {
        const { status, body } = await stage.gateway.send('GET', `/transfers/${id}`);
        expect([status, body.code]).toEqual([404, 'NotFound']);
        expect(services.calls).toEqual([]);
      },
    );

    it('hands over id, query and body as the owner needs them', async () => {
      await stage.gateway.send('GET', `/customers/${ID.toUpperCase()}/transfers?status=a&status=b&limit=5`);
      await post({ a: [1, { b: null }] });
      await post(undefined);
      await post('null');
      expect(services.calls).toMatchObject([
        { path: `/customers/${ID}/transfers`, query: { status: ['a', 'b'], limit: '5' } },
        { path: '/customers', body: { a: [1, { b: null }] } },
        { path: '/customers', body: {} },
        { path: '/customers', body: {} },
      ]);
    });

    it('hands over the values of a name that a client has written as a list', async () => {
      const { body } = await stage.gateway.send('GET', '/customers?status[]=retry&status[]=document&search[0]=a');
      expect(services.calls).toMatchObject([{ query: { status: ['retry', 'document'], search: 'a' } }]);
      expect(body.code).toBeUndefined();
    });

    it('hands over the routing key of a route that has one', async () => {
      await stage.gateway.send('GET', `/funding-sources/${ID}/balance`);
      await stage.gateway.send('POST', '/transfers', {
        body: { _links: { source: { href: `/funding-sources/${ID}` } } },
      });
      await post({});
      expect(services.calls.map(({ routingKey }) => routingKey)).toEqual([ID, ID, undefined]);
    });

    it('acts for the application and account of the token, under a new operation each time', async () => {
      await post({});
      await post({});
      const [first, second] = services.calls.map(({ operation }) => operation);
      expect(first?.principal).toMatchObject({ kind: 'application', accountId: ACCOUNT_ID });
      expect(first?.id).not.toBe(second?.id);
    });
  });

  it('refuses an Accept that nothing meets, before it looks at the token', async () => {
    const { status, headers, body } = await stage.gateway.send('GET', '/customers', {
      headers: { accept: 'application/vnd.service.v9.hal+json' },
      token: null,
    });
    expect([status, body.code]).toEqual([406, 'InvalidVersion']);
    expect(headers['content-type']).toContain(VENDOR);
  });

  it.each(['evil"<script>', 'example.com:65536', '1.2.3.256', '1.1.1.1.1', '[1::2::3]', '[::1]:99999'])(
    'refuses a Host that is none: %s',
    async (host) => {
      for (const path of ['/customers', '/linking/session', `/webhook-subscriptions/${ID}/events`]) {
        const { status, body } = await stage.gateway.send('GET', path, { headers: { host } });
        expect([path, status, body.code]).toEqual([path, 400, 'BadRequest']);
      }
    },
  );

  it('answers bytes that are no request in the form of every other error', async () => {
    const answer = await stage.gateway.exchange('NONSENSE\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\nx-request-id: [\da-f-]{36}\r\n/);
    expect(answer).toContain('"code":"BadRequest"');
  });

  it('hides the sandbox in production', async () => {
    const production = await stage.start({ ENVIRONMENT: 'production' });
    const { status, body } = await production.send('POST', '/sandbox-simulations', { body: {} });
    const root = await production.send('GET', '/');
    await production.stop();
    expect([status, body.code]).toEqual([404, 'NotFound']);
    expect(root.body._links).not.toHaveProperty('simulate');
    expect(root.body._links).not.toHaveProperty('clock');
  });

  it('counts requests per application, and tells what is left', async () => {
    const limited = await stage.start({ RATE_LIMIT_PER_MINUTE: '2' });
    const answers = [];
    for (const _ of [1, 2, 3]) answers.push(await limited.send('GET', '/customers'));
    const token = await services.token({ client_id: randomUUID() });
    answers.push(await limited.send('GET', '/customers', { token }));
    await limited.stop();
    expect(answers.map(({ status, headers }) => [status, headers['ratelimit-remaining']])).toEqual([
      [200, '1'],
      [200, '0'],
      [429, '0'],
      [200, '1'],
    ]);
    const refused = answers[2];
    expect(refused?.body.code).toBe('TooManyRequests');
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused?.headers['ratelimit-limit']).toBe('2');
  });
});
