import { generateKeyPair } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ForgedToken, ISSUER, newPerson } from '../../test/support/authorization-server-double.js';
import { ConsoleApp } from '../../test/support/console-app.js';
import type { VisitedPage, Visitor } from '../../test/support/visitor.js';

const MINUTE_MS = 60_000;
const ATTEMPTS_MAX = 10;
const OTHER_KEY = (await generateKeyPair('RS256')).privateKey;
const FAILED = [400, expect.stringContaining('<h1>Log-in failed</h1>')];

describe('a log-in', () => {
  let app: ConsoleApp;
  beforeAll(async () => {
    app = await ConsoleApp.start();
  });
  afterAll(() => app.stop());

  const isLoggedIn = async (visitor: Visitor): Promise<boolean> =>
    (await visitor.get('/console/session', { accept: 'application/json' })).status === 200;
  const askedAt = ({ location }: VisitedPage): Readonly<Record<string, string>> =>
    Object.fromEntries(new URL(location).searchParams);

  it('leads to the authorization server, with all that ties the answer to this browser', async () => {
    const visitor = app.visitor();
    const { location } = await visitor.get('/console/transfers?status=pending');
    const begun = await visitor.get(location);
    expect(new URL(begun.location).href).toContain(`${ISSUER}/auth?`);
    const asked = askedAt(begun);
    expect(asked).toMatchObject({
      response_type: 'code',
      client_id: 'halyard-console',
      redirect_uri: `${ISSUER}/console/callback`,
      code_challenge_method: 'S256',
    });
    expect(asked['scope']?.split(' ')).toContain('openid');
    expect([asked['state']?.length, asked['nonce']?.length, asked['code_challenge']?.length]).toEqual([43, 43, 43]);
    expect(asked).not.toHaveProperty('max_age');
    const again = askedAt(await app.visitor().get('/console/login'));
    for (const name of ['state', 'nonce', 'code_challenge']) expect(again[name]).not.toBe(asked[name]);
  });

  it.each([
    ['fresh=1', { max_age: '300' }],
    ['switch=1', { prompt: 'select_account' }],
  ])('that is begun with %s asks for it', async (query, expected) => {
    expect(askedAt(await app.visitor().get(`/console/login?${query}`))).toMatchObject(expected);
  });

  it('leads back to the page that was asked for', async () => {
    const visitor = app.visitor();
    const { location } = await visitor.get('/console/transfers?status=pending');
    const ended = await visitor.get(await app.auth.allow((await visitor.get(location)).location, newPerson()));
    expect([ended.status, ended.location]).toEqual([302, '/console/transfers?status=pending']);
    expect((await visitor.get(ended.location)).text).toContain('<div id="root">');
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
    const visitor = app.visitor();
    const begun = await visitor.get(`/console/login?return=${encodeURIComponent(asked)}`);
    expect((await visitor.get(await app.auth.allow(begun.location, newPerson()))).location).toBe('/console/');
  });

  it('sends the verifier that its challenge is made of, and the secret of the console', async () => {
    await app.loggedIn();
    expect(app.auth.exchanged.at(-1)).toMatchObject({
      ...{ grant_type: 'authorization_code', redirect_uri: `${ISSUER}/console/callback` },
      ...{ code_verifier: expect.stringMatching(/^[\w-]{43}$/), client_id: 'halyard-console' },
      client_secret: expect.stringMatching(/./),
    });
  });

  it('gives an opaque cookie, another one than before', async () => {
    const visitor = app.visitor();
    const begun = await visitor.get('/console/login');
    const before = visitor.session;
    expect([begun.headers['set-cookie']].flat()).toEqual([
      `__Secure-console=${before}; Path=/console; Secure; HttpOnly; SameSite=Lax`,
    ]);
    await visitor.get(await app.auth.allow(begun.location, newPerson()));
    expect(before).toMatch(/^[\w-]{43}$/);
    expect(visitor.session).toMatch(/^[\w-]{43}$/);
    expect(visitor.session).not.toBe(before);
  });

  it('takes an answer once', async () => {
    const visitor = app.visitor();
    const back = await app.auth.allow((await visitor.get('/console/login')).location, newPerson());
    expect((await visitor.get(back)).status).toBe(302);
    expect((await visitor.get(back)).status).toBe(400);
    expect(await isLoggedIn(visitor)).toBe(true);
  });

  it('in two tabs that began one after the other ends in both', async () => {
    const visitor = app.visitor();
    const [first, second] = [
      await visitor.get('/console/login?return=/console/customers'),
      await visitor.get('/console/login?return=/console/events'),
    ];
    const person = newPerson();
    const back = async ({ location }: VisitedPage) => visitor.get(await app.auth.allow(location, person));
    expect((await back(first)).location).toBe('/console/customers');
    expect((await back(second)).location).toBe('/console/events');
    expect(await isLoggedIn(visitor)).toBe(true);
  });

  it(`of which ${ATTEMPTS_MAX} newer ones have begun in the browser is forgotten`, async () => {
    const visitor = app.visitor();
    const begun: VisitedPage[] = [];
    for (let place = 0; place <= ATTEMPTS_MAX; place += 1) {
      begun.push(await visitor.get('/console/login'));
      app.service.clock.advance(1);
    }
    const [oldest, next] = begun;
    const back = async (one: VisitedPage | undefined) =>
      (await visitor.get(await app.auth.allow(one?.location ?? '', newPerson()))).status;
    expect(await back(oldest)).toBe(400);
    expect(await back(next)).toBe(302);
  });

  it('takes a quarter of an hour at most', async () => {
    const begin = async () => {
      // The session of somebody who has logged in outlives the attempt.
      const visitor = await app.loggedIn();
      return [visitor, await app.auth.allow((await visitor.get('/console/login')).location, newPerson())] as const;
    };
    const [[inTime, back], [late, tooLate]] = [await begin(), await begin()];
    app.service.clock.advance(15 * MINUTE_MS - 1);
    expect((await inTime.get(back)).status).toBe(302);
    app.service.clock.advance(1);
    expect((await late.get(tooLate)).status).toBe(400);
  });

  describe('fails, and who was logged in still is,', () => {
    it('with a state of another browser', async () => {
      const visitor = await app.loggedIn();
      const begun = await app.visitor().get('/console/login');
      const failed = await visitor.get(await app.auth.allow(begun.location, newPerson()));
      expect([failed.status, failed.text]).toEqual(FAILED);
      expect(await isLoggedIn(visitor)).toBe(true);
    });

    it.each([
      ['a state that nobody began', { state: 'x'.repeat(43) }],
      ['no state', {}],
    ])('with %s', async (_, answer: Readonly<Record<string, string>>) => {
      const visitor = await app.loggedIn();
      const query = new URLSearchParams({ code: 'x'.repeat(43), ...answer });
      const failed = await visitor.get(`/console/callback?${query.toString()}`);
      expect([failed.status, failed.text]).toEqual(FAILED);
      expect(await isLoggedIn(visitor)).toBe(true);
    });

    it.each([
      ['an error', { error: 'access_denied' }],
      ['a code that gives nothing', { code: 'x'.repeat(43), iss: ISSUER }],
    ])('with %s', async (_, answer) => {
      const visitor = await app.loggedIn();
      const { state = '' } = askedAt(await visitor.get('/console/login?fresh=1&return=/console/team'));
      const query = new URLSearchParams({ ...answer, state });
      const failed = await visitor.get(`/console/callback?${query.toString()}`);
      expect([failed.status, failed.text]).toEqual(FAILED);
      expect(await isLoggedIn(visitor)).toBe(true);
    });

    it('with the answer of another issuer', async () => {
      const visitor = await app.loggedIn();
      const { location } = await visitor.get('/console/login');
      const back = new URL(await app.auth.allow(location, newPerson()), ISSUER);
      back.searchParams.set('iss', 'https://evil.example');
      const failed = await visitor.get(back.pathname + back.search);
      expect([failed.status, failed.text]).toEqual(FAILED);
      expect(await isLoggedIn(visitor)).toBe(true);
    });

    it.each<[string, ForgedToken]>([
      ['another nonce', { nonce: 'another' }],
      ['another issuer', { issuer: 'https://evil.example' }],
      ['another audience', { audience: 'halyard-cli' }],
      ['the signature of another key', { key: OTHER_KEY }],
    ])('with an ID token that has %s', async (_, forged) => {
      const visitor = await app.loggedIn();
      const { location } = await visitor.get('/console/login');
      const failed = await visitor.get(await app.auth.allow(location, newPerson(), { forged }));
      expect([failed.status, failed.text]).toEqual(FAILED);
      expect(await isLoggedIn(visitor)).toBe(true);
    });
  });

  it('fails for a person that may not act for the account, as of one that is suspended', async () => {
    const visitor = app.visitor();
    const { location } = await visitor.get('/console/login');
    const suspended = newPerson();
    app.auth.expel(suspended);
    const failed = await visitor.get(await app.auth.allow(location, suspended));
    expect([failed.status, failed.text]).toEqual(FAILED);
    expect(await isLoggedIn(visitor)).toBe(false);
  });

  describe('after a session that nobody has used for half an hour', () => {
    it('asks for a proof of who is there, and takes none that is older', async () => {
      const person = newPerson();
      const visitor = await app.loggedIn(person);
      app.service.clock.advance(30 * MINUTE_MS);
      const begun = await visitor.get('/console/login');
      expect(askedAt(begun)['max_age']).toBe('1800');
      const loggedInAt = new Date(app.service.clock.system().getTime() - 31 * MINUTE_MS);
      const failed = await visitor.get(await app.auth.allow(begun.location, person, { loggedInAt }));
      expect([failed.status, failed.text]).toEqual(FAILED);
      expect(await isLoggedIn(visitor)).toBe(false);
      const { location } = await visitor.get('/console/login');
      expect((await visitor.get(await app.auth.allow(location, person))).status).toBe(302);
      expect(await isLoggedIn(visitor)).toBe(true);
    });
  });
});
