import { restoredData } from '@halyard/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { consoleRecovery } from '../recovery/console-recovery.js';
import { ISSUER, newPerson } from '../../test/support/authorization-server-double.js';
import { ConsoleApp } from '../../test/support/console-app.js';
import type { Visitor } from '../../test/support/visitor.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const JSON_ALONE = { accept: 'application/json' };
const OF_A_PAGE = { ...JSON_ALONE, 'x-console': '1' };
/** A page that asks by itself. */
const BY_ITSELF = { ...JSON_ALONE, 'x-console': 'idle' };

interface Shown {
  readonly expires: { readonly idle: string; readonly absolute: string };
}

describe('a session', () => {
  let app: ConsoleApp;
  beforeAll(async () => {
    app = await ConsoleApp.start();
  });
  afterAll(() => app.stop());

  const statusOf = async (visitor: Visitor): Promise<number> =>
    (await visitor.get('/console/session', BY_ITSELF)).status;
  const minutesTo = (time: string): number => (Date.parse(time) - app.service.clock.system().getTime()) / MINUTE_MS;

  it('tells who is logged in, and until when', async () => {
    const person = newPerson({ role: 'treasurer', accounts: 2 });
    const visitor = await app.loggedIn(person);
    const { expires, ...shown } = await visitor.json<Shown>('/console/session');
    expect(shown).toEqual({
      user: { email: 'ada@example.com', name: 'Ada Byron' },
      account: { id: person.accountId, name: 'Corner shop' },
      role: 'treasurer',
      scopes: ['openid', 'profile', 'email', 'send', 'transactions'],
      environment: 'sandbox',
    });
    expect([minutesTo(expires.idle), minutesTo(expires.absolute)]).toEqual([30, 12 * 60]);
    expect(await visitor.json('/console/session/accounts')).toEqual({ total: 2 });
  });

  it('is nobody’s without a cookie', async () => {
    expect(await app.visitor().get('/console/session', JSON_ALONE)).toMatchObject({ status: 401, code: 'NoSession' });
  });

  it('ends with a restore of the data', async () => {
    const visitor = await app.loggedIn();
    expect(await statusOf(visitor)).toBe(200);
    await consoleRecovery.apply(restoredData(app.service));
    expect(await statusOf(visitor)).toBe(401);
    expect(await statusOf(await app.loggedIn())).toBe(200);
  });

  it('shows no token', async () => {
    const visitor = await app.loggedIn();
    const texts = await Promise.all(
      ['/console/', '/console/session'].map((path) => visitor.get(path, { accept: '*/*, text/html' })),
    );
    expect(texts.map(({ text }) => text).join('\n')).not.toMatch(/access-|refresh-|_token|eyJ[\w-]{10,}\./);
  });

  it('is prolonged by what a person does, and not by what a page asks by itself', async () => {
    const visitor = await app.loggedIn();
    app.service.clock.advance(28 * MINUTE_MS);
    expect((await app.admit(visitor, { 'x-console': 'idle' })).status).toBe(200);
    const left = await visitor.json<Shown>('/console/session', BY_ITSELF);
    expect(minutesTo(left.expires.idle)).toBe(2);
    expect((await app.admit(visitor)).status).toBe(200);
    app.service.clock.advance(28 * MINUTE_MS);
    const used = await visitor.json<Shown>('/console/session');
    expect(minutesTo(used.expires.idle)).toBe(30);
  });

  it('is over after half an hour in which nobody used it', async () => {
    const visitor = await app.loggedIn();
    app.service.clock.advance(30 * MINUTE_MS - 1);
    expect(await statusOf(visitor)).toBe(200);
    app.service.clock.advance(1);
    expect(await statusOf(visitor)).toBe(401);
    expect((await app.admit(visitor)).status).toBe(401);
    expect((await visitor.get('/console/customers')).location).toBe('/console/login?return=%2Fconsole%2Fcustomers');
  });

  it('is over after twelve hours, however it is used', async () => {
    const visitor = await app.loggedIn();
    for (let used = 0; used < 12 * HOUR_MS - 20 * MINUTE_MS; used += 20 * MINUTE_MS) {
      app.service.clock.advance(20 * MINUTE_MS);
      expect((await app.admit(visitor)).status).toBe(200);
    }
    const { expires } = await visitor.json<Shown>('/console/session');
    expect([minutesTo(expires.idle), minutesTo(expires.absolute)]).toEqual([20, 20]);
    app.service.clock.advance(20 * MINUTE_MS);
    expect(await statusOf(visitor)).toBe(401);
  });

  it('has its access token renewed before that ends, the same one for many requests at a time', async () => {
    const visitor = await app.loggedIn();
    const use = async () => {
      const { body } = await app.admit(visitor);
      return body.type === 'fact' ? (body.fact as { readonly authorization: string }).authorization : body.type;
    };
    const first = await use();
    for (const _ of [1, 2]) {
      app.service.clock.advance(29 * MINUTE_MS);
      expect(await use()).toBe(first);
    }
    app.service.clock.advance(MINUTE_MS);
    const later = new Set(await Promise.all([use(), use(), use()]));
    expect([later.size, later.has(first)]).toEqual([1, false]);
    expect(app.auth.exchanged.at(-1)).toMatchObject({ grant_type: 'refresh_token' });
  });

  it('goes on with another role, whose tokens come by refreshing', async () => {
    const person = newPerson();
    const visitor = await app.loggedIn(person);
    const tokenOf = async (ended?: string): Promise<string> => {
      const { body } = await app.admit(visitor, {}, ended);
      return body.type === 'fact' ? (body.fact as { readonly authorization: string }).authorization : body.type;
    };
    const [, before = ''] = (await tokenOf()).split(' ');
    app.auth.changeRole(person, 'viewer');
    expect(await visitor.json<{ readonly role: string }>('/console/session')).toMatchObject({ role: 'viewer' });
    const after = await tokenOf(before);
    expect(after).not.toBe(`Bearer ${before}`);
    app.auth.changeRole(person, 'owner');
    const several = await Promise.all([1, 2, 3].map(() => tokenOf(after.split(' ')[1])));
    expect(new Set(several).size).toBe(1);
    expect(several).not.toContain(after);
    expect(await visitor.json<{ readonly role: string }>('/console/session')).toMatchObject({ role: 'owner' });
  });

  it('ends for a person that is removed from the account, whose tokens end', async () => {
    const person = newPerson();
    const [visitor, other] = [await app.loggedIn(person), await app.loggedIn(person)];
    app.auth.expel(person);
    expect(await statusOf(visitor)).toBe(401);
    for (const _ of [1, 2]) {
      app.service.clock.advance(29 * MINUTE_MS);
      expect((await app.admit(other)).status).toBe(200);
    }
    app.service.clock.advance(MINUTE_MS);
    expect(await app.admit(other)).toMatchObject({ status: 401, body: { code: 'NoSession' } });
    expect(await app.service.dataSource.query('SELECT 1 FROM sessions WHERE person_id = $1', [person.id])).toEqual([]);
  });

  it('ends with a log-out, which leads to the authorization server without a token, and leaves nothing', async () => {
    const visitor = await app.loggedIn();
    const before = visitor.copy();
    const revoked = app.auth.revoked.length;
    const { status, text } = await visitor.send('POST', '/console/logout', OF_A_PAGE);
    const { location } = JSON.parse(text) as { readonly location: string };
    expect([status, new URL(location).origin, new URL(location).pathname]).toEqual([200, ISSUER, '/session/end']);
    expect(Object.fromEntries(new URL(location).searchParams)).toEqual({
      ...{ client_id: 'halyard-console', state: 'logged-out' },
      post_logout_redirect_uri: `${ISSUER}/console/`,
    });
    expect(app.auth.revoked.length).toBe(revoked + 1);
    expect(visitor.session).toBeUndefined();
    expect((await visitor.get('/console/?state=logged-out')).text).toContain('<h1>You are logged out</h1>');
    expect(await statusOf(before)).toBe(401);
    expect((await app.admit(before)).status).toBe(401);
  });

  it('leads a browser that wants a page from the log-out to the authorization server', async () => {
    const visitor = await app.loggedIn();
    const { status, location } = await visitor.send('POST', '/console/logout', { 'x-console': '1' });
    expect([status, new URL(location).pathname]).toEqual([303, '/session/end']);
  });

  it('ends with a further log-in of the browser, which replaces it', async () => {
    const person = newPerson();
    const visitor = await app.loggedIn(person);
    const before = visitor.copy();
    const revoked = app.auth.revoked.length;
    const { location } = await visitor.get('/console/login?return=/console/team');
    await visitor.get(await app.auth.allow(location, person));
    expect((await app.admit(visitor)).status).toBe(200);
    expect(app.auth.revoked.length).toBe(revoked + 1);
    expect((await app.admit(before)).status).toBe(401);
  });
});
