// Runs: embedded
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@halyard/suite/until';
import { ConsoleVisitor } from './support/console-visitor.js';
import { invitedPerson, type Login } from './support/people.js';
import { SharedSuite } from './support/shared-suite.js';

const JSON_ALONE = { accept: 'application/json' };

describe('the console', () => {
  let shared: SharedSuite;
  let owner: Login;
  const open: ConsoleVisitor[] = [];
  const visitor = async (): Promise<ConsoleVisitor> => {
    const one = await ConsoleVisitor.open(shared.client);
    open.push(one);
    return one;
  };
  const loggedIn = async (login: Login = owner): Promise<ConsoleVisitor> => {
    const one = await visitor();
    await one.logIn(login);
    return one;
  };
  beforeAll(async () => {
    shared = await SharedSuite.join('console');
    owner = await invitedPerson(shared.suite, shared.client, 'owner');
  });
  afterEach(async () => {
    await Promise.all(open.splice(0).map((one) => one.close()));
  });
  afterAll(() => shared.leave());

  describe('log-in', () => {
    it('leads to the authorization server, with all that ties the answer to this browser', async () => {
      const browser = await visitor();
      const { way } = await browser.follow('/console/transfers?status=pending');
      const asked = way.map((one) => new URL(one, browser.baseUrl)).find(({ pathname }) => pathname === '/auth');
      const query = Object.fromEntries(asked?.searchParams ?? []);
      expect(query).toMatchObject({
        response_type: 'code',
        client_id: 'halyard-console',
        redirect_uri: `${browser.baseUrl}/console/callback`,
        code_challenge_method: 'S256',
      });
      expect(query['scope']?.split(' ')).toContain('openid');
      expect([query['state']?.length, query['nonce']?.length, query['code_challenge']?.length]).toEqual([43, 43, 43]);
      const again = await (await visitor()).follow('/console/');
      expect(again.way.join(' ')).not.toContain(query['state'] ?? '');
    });

    it('leads back to the page that was asked for, and asks for no consent', async () => {
      const browser = await visitor();
      const { status, way, text } = await browser.logIn(owner, '/console/transfers?status=pending');
      expect([status, way.at(-1)]).toEqual([200, `${browser.baseUrl}/console/transfers?status=pending`]);
      expect(text).toContain('<div id="root">');
    });

    it.each([
      'https://evil.example',
      '//evil.example',
      '/\\evil.example',
      '/console/../..//evil.example',
      '/console/%2e%2e/%2fevil.example',
      '/console/%5cevil.example',
      '/console/%09/evil.example',
      'javascript:alert(1)',
      '/console/login',
      '/transfers',
    ])('never leads to %s', async (asked) => {
      const browser = await visitor();
      const { way } = await browser.logIn(owner, `/console/login?return=${encodeURIComponent(asked)}`);
      expect(way.at(-1)).toBe(`${browser.baseUrl}/console/`);
    });

    it('gives an opaque cookie, another one than before', async () => {
      const browser = await visitor();
      const page = await browser.follow('/console/');
      const before = browser.session;
      await browser.enter(page.text, page.way.at(-1) ?? '', owner);
      expect(before).toMatch(/^[\w-]{43}$/);
      expect(browser.session).toMatch(/^[\w-]{43}$/);
      expect(browser.session).not.toBe(before);
    });

    it('tells who is logged in, and until when', async () => {
      const browser = await loggedIn();
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

    it.each([
      ['a state of another browser', 'other'],
      ['a state that nobody began', 'x'.repeat(43)],
      ['no state', undefined],
    ])('fails with %s, and who was logged in still is', async (_, given) => {
      const browser = await loggedIn();
      const { way } = await (await visitor()).follow('/console/');
      const asked = way.map((one) => new URL(one, browser.baseUrl)).find(({ pathname }) => pathname === '/auth');
      const state = given === 'other' ? (asked?.searchParams.get('state') ?? '') : given;
      const query = new URLSearchParams({ code: 'x'.repeat(43), ...(state !== undefined && { state }) });
      const failed = await browser.get(`/console/callback?${query.toString()}`);
      expect([failed.status, failed.text]).toEqual([400, expect.stringContaining('<h1>Log-in failed</h1>')]);
      expect((await browser.get('/console/session', JSON_ALONE)).status).toBe(200);
    });

    it.each([
      ['an error', (state: string) => ({ error: 'access_denied', state })],
      [
        'the answer of another issuer',
        (state: string) => ({ code: 'x'.repeat(43), state, iss: 'https://evil.example' }),
      ],
    ])('fails with %s, and who was logged in still is', async (_, answer) => {
      const browser = await loggedIn();
      const { way } = await browser.follow('/console/login?fresh=1&return=/console/team');
      const asked = way.map((one) => new URL(one, browser.baseUrl)).find(({ pathname }) => pathname === '/auth');
      const query = new URLSearchParams(answer(asked?.searchParams.get('state') ?? ''));
      const failed = await browser.get(`/console/callback?${query.toString()}`);
      expect([failed.status, failed.text]).toEqual([400, expect.stringContaining('<h1>Log-in failed</h1>')]);
      expect((await browser.get('/console/session', JSON_ALONE)).status).toBe(200);
    });

    it('takes a code once', async () => {
      const browser = await visitor();
      const { way } = await browser.logIn(owner);
      const callback = way.find((one) => one.includes('/console/callback?')) ?? '';
      expect(callback).toContain('code=');
      expect((await browser.get(callback)).status).toBe(400);
      expect((await browser.get('/console/session', JSON_ALONE)).status).toBe(200);
    });

    it('in two tabs that began one after the other ends in both', async () => {
      const browser = await visitor();
      const first = await browser.follow('/console/customers');
      const second = await browser.follow('/console/events');
      const one = await browser.enter(first.text, first.way.at(-1) ?? '', owner);
      expect(one.way.at(-1)).toBe(`${browser.baseUrl}/console/customers`);
      const other = await browser.follow(second.way.find((address) => address.includes('/auth?')) ?? '');
      expect(other.way.at(-1)).toBe(`${browser.baseUrl}/console/events`);
    });
  });

  describe('its end', () => {
    it('leads to the authorization server without a token, and leaves nothing', async () => {
      const browser = await loggedIn();
      const cookie = browser.session ?? '';
      expect((await browser.api('GET', '/customers')).status).toBe(200);
      const { status, text } = await browser.send('POST', '/console/logout', { ...JSON_ALONE, 'x-console': '1' });
      const { location } = JSON.parse(text) as { location: string };
      expect([status, new URL(location).pathname]).toEqual([200, '/session/end']);
      expect([...new URL(location).searchParams.keys()]).toEqual(['client_id', 'post_logout_redirect_uri', 'state']);
      browser.cookies.set('__Secure-console', cookie);
      expect((await browser.get('/console/session', JSON_ALONE)).status).toBe(401);
      expect((await browser.api('GET', '/customers')).status).toBe(401);
      browser.cookies.delete('__Secure-console');
      expect((await browser.get('/console/?state=logged-out')).text).toContain('<h1>You are logged out</h1>');
    });

    it('comes to a session that a further log-in of the browser replaces', async () => {
      const browser = await loggedIn();
      const before = browser.session ?? '';
      expect((await browser.api('GET', '/customers')).status).toBe(200);
      await browser.follow('/console/login?return=/console/team');
      expect((await browser.api('GET', '/customers')).status).toBe(200);
      browser.cookies.set('__Secure-console', before);
      expect((await browser.api('GET', '/customers')).status).toBe(401);
    });

    it('comes to a person that is removed from the account', async () => {
      const member = await invitedPerson(shared.suite, shared.client, 'member');
      const browser = await loggedIn(member);
      const { body } = await shared.client.get('/people?limit=200');
      const id = body._embedded?.['people']?.find((one) => one['email'] === member.email)?.id ?? '';
      expect((await (await loggedIn()).api('POST', `/people/${id}`, { removed: true })).status).toBe(200);
      await until('the person to be out', async () =>
        [401, 403].includes((await browser.api('GET', '/customers')).status) ? true : undefined,
      );
      expect((await browser.get('/console/session', JSON_ALONE)).status).toBe(401);
    });
  });

  describe('requests of its pages', () => {
    it('are answered as the API answers that person', async () => {
      await shared.client.create('/customers', {
        firstName: 'Ada',
        lastName: 'Byron',
        email: `a${Date.now()}@example.com`,
      });
      const browser = await loggedIn();
      const through = await browser.api('GET', '/customers');
      const { body } = await shared.client.get('/customers');
      expect([through.status, JSON.parse(through.text)]).toEqual([200, body]);
      expect(through.headers['set-cookie']).toBeUndefined();
      expect(through.headers['etag']).toBeDefined();
      expect(through.headers['x-request-id']).toMatch(/^[\da-f-]{36}$/);
    });

    it('create, with a Location and a key that counts', async () => {
      const browser = await loggedIn();
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
      const browser = await loggedIn();
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
      const browser = await loggedIn();
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
      const viewer = await loggedIn(await invitedPerson(shared.suite, shared.client, 'viewer'));
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
      const browser = await loggedIn();
      const { status } = await browser.get(path, { accept: '*/*' });
      expect(Math.floor(status / 100)).toBe(4);
    });

    it('show no token', async () => {
      const browser = await loggedIn();
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
      const { headers, text } = await (await loggedIn()).get('/console/');
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
      const browser = await loggedIn();
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
      expect((await (await loggedIn()).get(path)).status).toBe(status);
    });

    it('begin at /console/', async () => {
      const { status, headers } = await (await visitor()).get('/console');
      expect([status, headers['location']]).toEqual([308, '/console/']);
    });
  });
});
