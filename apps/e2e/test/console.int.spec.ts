// Runs: embedded
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ConsoleVisitor } from './support/console-visitor.js';
import { invitedPerson, type Login } from './support/people.js';
import { SharedSuite } from './support/shared-suite.js';

const JSON_ALONE = { accept: 'application/json' };

describe('the console', () => {
  let shared: SharedSuite;
  let owner: Login;
  /** The owner has logged in with it, and no test logs out. */
  let browser: ConsoleVisitor;
  const open: ConsoleVisitor[] = [];
  const visitor = async (): Promise<ConsoleVisitor> => {
    const one = await ConsoleVisitor.open(shared.client);
    open.push(one);
    return one;
  };
  beforeAll(async () => {
    shared = await SharedSuite.join('console');
    owner = await invitedPerson(shared.suite, shared.client, 'owner');
    browser = await visitor();
    await browser.logIn(owner);
  });
  afterAll(async () => {
    await Promise.all(open.map((one) => one.close()));
    await shared.leave();
  });

  describe('log-in', () => {
    it('leads back to the page that was asked for, and asks for no consent', async () => {
      const { status, way, text } = await (await visitor()).logIn(owner, '/console/transfers?status=pending');
      expect([status, way.at(-1)]).toEqual([200, `${browser.baseUrl}/console/transfers?status=pending`]);
      expect(text).toContain('<div id="root">');
    });

    it('tells who is logged in, and until when', async () => {
      const { status, text } = await browser.get('/console/session', JSON_ALONE);
      const session = JSON.parse(text) as { expires: { idle: string; absolute: string } };
      expect([status, session]).toMatchObject([
        200,
        {
          user: { email: owner.email, name: 'Ada Byron' },
          account: { id: expect.any(String), name: 'console' },
          role: 'owner',
          scopes: expect.arrayContaining(['openid', 'send']),
          environment: 'sandbox',
        },
      ]);
      const hours = (to: string): number => (Date.parse(to) - Date.now()) / 3_600_000;
      expect(hours(session.expires.absolute)).toBeCloseTo(12, 0);
      expect(hours(session.expires.idle)).toBeCloseTo(0.5, 1);
    });
  });

  describe('requests of its pages', () => {
    it('are answered as the API answers that person', async () => {
      await shared.client.create('/customers', {
        firstName: 'Ada',
        lastName: 'Byron',
        email: `a${Date.now()}@example.com`,
      });
      const through = await browser.api('GET', '/customers');
      const { body } = await shared.client.get('/customers');
      expect([through.status, JSON.parse(through.text)]).toEqual([200, body]);
      expect(through.headers['set-cookie']).toBeUndefined();
      expect(through.headers['etag']).toBeDefined();
      expect(through.headers['x-request-id']).toMatch(/^[\da-f-]{36}$/);
    });

    it('create, with a Location and a key that counts', async () => {
      const customer = JSON.stringify({ firstName: 'Ada', lastName: 'King', email: `b${Date.now()}@example.com` });
      const headers = { 'x-console': '1', 'content-type': 'application/json', 'idempotency-key': `k${Date.now()}` };
      const send = () => browser.send('POST', '/console/api/customers', { ...headers, accept: '*/*' }, customer);
      const [first, second] = [await send(), await send()];
      expect([first.status, second.status]).toEqual([201, 201]);
      expect(second.headers['location']).toBe(first.headers['location']);
      expect(second.headers['idempotent-replayed']).toBe('true');
    });

    it.each([
      ['no mark of a page', {}],
      ['a mark, and from another site', { 'x-console': '1', 'sec-fetch-site': 'cross-site' }],
      ['a mark, and from another origin', { 'x-console': '1', origin: 'https://evil.example' }],
    ])('have no effect with %s', async (_, headers: Record<string, string>) => {
      const email = `c${Date.now()}@example.com`;
      const body = JSON.stringify({ firstName: 'Ada', lastName: 'King', email });
      const sent = { ...headers, 'content-type': 'application/json', accept: '*/*' };
      const { status, text } = await browser.send('POST', '/console/api/customers', sent, body);
      expect([status, JSON.parse(text)]).toMatchObject([403, { code: 'CrossSiteRequest' }]);
      expect((await shared.client.get(`/customers?email=${email}`)).body.total).toBe(0);
      const out = await browser.send('POST', '/console/logout', { ...headers, ...JSON_ALONE });
      expect(out.status).toBe(403);
      expect((await browser.get('/console/session', JSON_ALONE)).status).toBe(200);
    });

    it('are refused to a linking page, in which partners have a say, on whatever way', async () => {
      const referer = `${shared.client.connection.baseUrl}/linking/applications/1`;
      const sent = { referer, 'sec-fetch-site': 'same-origin', 'x-console': '1', accept: '*/*' };
      for (const [method, path] of [
        ['GET', '/console/api/customers'],
        ['POST', '/console/api/customers'],
        ['POST', '/console/logout'],
      ] as const) {
        const { status, text } = await browser.send(method, path, sent);
        expect([status, JSON.parse(text)]).toMatchObject([403, { code: 'CrossSiteRequest' }]);
      }
      expect((await browser.get('/console/session', JSON_ALONE)).status).toBe(200);
    });

    it('go on with the person’s own token, whatever the browser sends', async () => {
      const viewer = await visitor();
      await viewer.logIn(await invitedPerson(shared.suite, shared.client, 'viewer'));
      const authorization = `Bearer ${await shared.operator.accessToken()}`;
      const { connection } = shared.operator;
      const headers = { authorization, accept: '*/*' };
      expect((await viewer.get(`/console/api/accounts/${connection.accountId}`, headers)).status).toBe(404);
      const own = shared.client.connection.accountId;
      expect((await viewer.get(`/console/api/accounts/${own}`, headers)).status).toBe(200);
      expect((await viewer.api('POST', '/customers', {})).status).toBe(403);
      const stranger = await visitor();
      expect((await stranger.get('/console/api/customers', headers)).status).toBe(401);
    });

    it.each([
      '/console/api/../customers',
      '/console/api/%2e%2e/customers',
      '/console/api//customers',
      '/console/api/login',
      '/console/api/token',
      '/console/api/console/session',
      '/console/api/openapi.json',
      '/console/api/nothing',
      '/console//api/customers',
      '/console/assets/..%2fmanifest.json',
    ])('reach nothing at %s', async (path) => {
      const { status } = await browser.get(path, { accept: '*/*' });
      expect(Math.floor(status / 100)).toBe(4);
    });

    it('show no token', async () => {
      const texts = await Promise.all(
        ['/console/', '/console/session', '/console/api/', '/console/api/customers'].map((path) =>
          browser.get(path, { accept: '*/*, text/html' }),
        ),
      );
      expect(texts.map(({ text }) => text).join('\n')).not.toMatch(/access_token|refresh_token|eyJ[\w-]{10,}\./);
    });
  });

  describe('its pages', () => {
    it('let nothing in but files of their own, and are kept by nobody', async () => {
      const { headers, text } = await browser.get('/console/');
      const policy = String(headers['content-security-policy']);
      for (const rule of [
        "default-src 'none'",
        "script-src 'self'",
        "connect-src 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "form-action 'self'",
        "require-trusted-types-for 'script'",
      ])
        expect(policy.split('; ')).toContain(rule);
      expect(policy).not.toMatch(/unsafe-|\*|data:/);
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'same-origin',
        'cross-origin-opener-policy': 'same-origin',
        'permissions-policy': expect.stringContaining('camera=()'),
        'strict-transport-security': expect.stringContaining('max-age='),
      });
      expect(headers['access-control-allow-origin']).toBeUndefined();
      expect(text).not.toMatch(/<script>|<script [^>]*>[^<]|\son\w+=/);
    });

    it('have scripts and styles that never change under a name', async () => {
      const { text } = await browser.get('/console/');
      const names = [...text.matchAll(/\/console\/assets\/[^"]+/g)].map(([name]) => name);
      expect(names).toHaveLength(3);
      for (const name of names) {
        const { status, headers } = await browser.get(name, { accept: '*/*', 'accept-encoding': 'br' });
        expect([status, headers['content-encoding'], headers['cache-control']]).toEqual([
          200,
          'br',
          'public, max-age=31536000, immutable',
        ]);
      }
    });

    it.each([
      ['/console/nothing', 404],
      ['/console/customers/new', 200],
      ['/console/operations/accounts', 200],
    ])('answer %s with %d', async (path, status) => {
      expect((await browser.get(path)).status).toBe(status);
    });

    it('begin at /console/', async () => {
      const { status, headers } = await (await visitor()).get('/console');
      expect([status, headers['location']]).toEqual([308, '/console/']);
    });
  });
});
