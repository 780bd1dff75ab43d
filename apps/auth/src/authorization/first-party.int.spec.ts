import { firstPartyKeys } from '@halyard/contracts/applications';
import type { PersonRole } from '@halyard/contracts/people';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { decodeJwt } from 'jose';
import { type Client, CONSOLE_URL, FirstParty, returned } from '../../test/support/first-party.js';
import { PASSWORD, PagesStage } from '../../test/support/pages-stage.js';
import type { Visitor } from '../../test/support/visitor.js';
import { Application, applicationIdOf } from '../application/application.entity.js';
import type { SeededPerson } from '../seed.js';

const { console: consoleKey } = firstPartyKeys;

let stage: PagesStage;
let ours: FirstParty;
let operators: string;
let viewer: SeededPerson;
beforeAll(async () => {
  stage = await PagesStage.open();
  operators = await stage.auth.openAccount({ operator: true });
  ours = await FirstParty.register(stage, operators);
  viewer = await stage.newPerson({ role: 'viewer' });
});
afterAll(() => stage.close());

/** Lets the command line in. */
async function allowed(visitor: Visitor, client = ours.commandLine()) {
  const { page, code } = await ours.allowed(visitor, client);
  return { page, tokens: (await ours.exchange(client, code)).body };
}

describe('the console', () => {
  it('asks nobody, and gives its role to each person', async () => {
    const visitor = await stage.loggedIn(viewer);
    const { code = '', state } = returned(await visitor.get(ours.authPath(ours.console)));
    const { status, body } = await ours.exchange(ours.console, code);
    expect([status, state]).toEqual([200, 'xyz']);
    expect(decodeJwt(body['access_token'] ?? '')).toMatchObject({
      ...{ sub: viewer.personId, client_id: applicationIdOf(consoleKey), account_id: viewer.accountId },
      ...{ may: 'read', first_party: true },
    });
    expect(decodeJwt(body['id_token'] ?? '')).toMatchObject({ aud: consoleKey });
  });

  it('asks for a fresh log-in with the reason, and the e-mail address of the person', async () => {
    const person = await stage.newPerson();
    const visitor = await stage.loggedIn(person);
    const interaction = (await visitor.get(ours.authPath(ours.console, { prompt: 'login' }))).location ?? '';
    const asked = await visitor.get(interaction);
    expect(asked.heading).toBe('Log in');
    for (const told of ['<strong>Halyard console</strong>', `value="${person.email}"`, 'applications and secrets'])
      expect(asked.html).toContain(told);
    const stranger = stage.visitor();
    const first = await stranger.get((await stranger.get(ours.authPath(ours.console))).location ?? '');
    expect(first.html).toContain('to continue to');
    expect(first.html).not.toContain('applications and secrets');
  });

  it('gets tokens that do not outlive the session, which goes on as long as they are renewed, and no longer', async () => {
    const visitor = await stage.loggedIn(await stage.newPerson());
    const { code = '' } = returned(await visitor.get(ours.authPath(ours.console)));
    let { body } = await ours.exchange(ours.console, code);
    const { exp = 0, iat = 0 } = decodeJwt(body['access_token'] ?? '');
    expect([body['expires_in'], exp - Math.floor(iat)]).toEqual([900, 900]);
    // 12 hours, in which nobody opens a page.
    for (let renewed = 1; renewed < 48; renewed += 1) {
      stage.auth.clock.advance(15 * 60_000);
      body = (await ours.refresh(ours.console, body['refresh_token'])).body;
      expect(body['expires_in']).toBe(900);
    }
    stage.auth.clock.advance(10 * 60_000);
    const last = (await ours.refresh(ours.console, body['refresh_token'])).body;
    expect(last['expires_in']).toBe(300);
    stage.auth.clock.advance(5 * 60_000);
    expect((await ours.refresh(ours.console, last['refresh_token'])).body).toMatchObject({ error: 'invalid_grant' });
  });

  it('gets none once the session was idle for half an hour', async () => {
    const visitor = await stage.loggedIn(await stage.newPerson());
    const { code = '' } = returned(await visitor.get(ours.authPath(ours.console)));
    const { body } = await ours.exchange(ours.console, code);
    stage.auth.clock.advance(30 * 60_000);
    expect((await ours.refresh(ours.console, body['refresh_token'])).body).toMatchObject({ error: 'invalid_grant' });
    expect((await visitor.get('/me')).location).toBe('/login');
  });

  it('has to prove itself by PKCE and its secret, and goes nowhere else', async () => {
    const visitor = await stage.loggedIn(viewer);
    const plain = ours.authPath(ours.console).replace(/&code_challenge.*/, '');
    expect(returned(await visitor.get(plain))).toMatchObject({ error: 'invalid_request' });
    const elsewhere = await visitor.get(
      ours.authPath({ ...ours.console, redirectUrl: 'https://localhost:8443/callback' }),
    );
    expect([elsewhere.status, elsewhere.location]).toEqual([400, undefined]);
    const { code = '' } = returned(await visitor.get(ours.authPath(ours.console)));
    const nobody: Client = { key: consoleKey, redirectUrl: ours.console.redirectUrl };
    expect(await ours.exchange(nobody, code)).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
    expect((await ours.exchange({ ...nobody, secret: 'x'.repeat(64) }, code)).status).toBe(401);
    expect((await ours.exchange(ours.console, code)).status).toBe(200);
  });

  it('is made once, and has the address of the latest start', async () => {
    const { manager } = stage.auth.dataSource;
    const moved = 'https://localhost:9443/console/';
    await stage.seed.addFirstParty({ accountId: operators, consoleUrl: moved });
    expect(await manager.findBy(Application, { kind: 'first-party', key: consoleKey })).toMatchObject([
      { accountId: operators, redirectUrls: [`${moved}callback`], postLogoutRedirectUrls: [moved] },
    ]);
    await stage.seed.addFirstParty({ accountId: operators, consoleUrl: CONSOLE_URL });
    const tenant = { accountId: viewer.accountId, consoleUrl: CONSOLE_URL };
    await expect(stage.seed.addFirstParty(tenant)).rejects.toMatchObject({ code: 'Forbidden' });
  });
});

describe('the command line', () => {
  it('asks each time on one page, whatever the role, and proves itself by PKCE alone', async () => {
    const visitor = await stage.loggedIn(viewer);
    const { page, tokens } = await allowed(visitor);
    expect(page.heading).toBe('Halyard command line asks for access');
    for (const word of ['Acme', viewer.email, 'viewer', 'a program on this computer', '>Allow<', '>Deny<'])
      expect(page.html).toContain(word);
    expect(decodeJwt(tokens['access_token'] ?? '')).toMatchObject({ may: 'read', first_party: true });
    expect((await allowed(visitor, ours.commandLine(9))).tokens).toHaveProperty('access_token');
    const silent = await visitor.get(ours.authPath(ours.commandLine(), { prompt: 'none' }));
    expect(returned(silent)).toMatchObject({ error: 'consent_required' });
    expect((await visitor.get('/me')).html).not.toContain('Connected applications');
  });

  it('needs a session, is denied, and gets nothing for another verifier or none', async () => {
    const stranger = stage.visitor();
    expect((await stranger.get((await stranger.get(ours.authPath(ours.commandLine()))).location ?? '')).heading).toBe(
      'Log in',
    );
    const visitor = await stage.loggedIn(viewer);
    const interaction = (await visitor.get(ours.authPath(ours.commandLine()))).location ?? '';
    expect(returned(await visitor.send(interaction, { answer: 'deny' }))).toMatchObject({ error: 'access_denied' });
    const next = (await visitor.get(ours.authPath(ours.commandLine()))).location ?? '';
    const { code = '' } = returned(await visitor.send(next, { answer: 'allow' }));
    const form = { grant_type: 'authorization_code', code, redirect_uri: ours.commandLine().redirectUrl };
    for (const proof of [undefined, { code_verifier: 'x'.repeat(43) }])
      expect((await ours.token(ours.commandLine(), { ...form, ...proof })).body).toMatchObject({
        error: 'invalid_grant',
      });
    const made = { ...ours.commandLine(), secret: 'made up' };
    expect((await ours.exchange(made, code)).body).toMatchObject({ error: 'invalid_client' });
  });

  it.each<PersonRole>(['owner', 'member'])(
    'has a session of its own, which outlives that of the browser: %s',
    async (role) => {
      const person = await stage.newPerson({ role });
      const visitor = await stage.loggedIn(person);
      const { tokens } = await allowed(visitor);
      expect((await visitor.get('/me')).html).toContain('Halyard command line, allowed in A browser');
      await visitor.send('/logout', { answer: 'leave' });
      stage.auth.clock.advance(13 * 3_600_000);
      const { status, body } = await ours.refresh(ours.commandLine(), tokens['refresh_token']);
      expect(status).toBe(200);
      stage.auth.clock.advance(50 * 86_400_000);
      expect((await ours.refresh(ours.commandLine(), body['refresh_token'])).status).toBe(200);
    },
  );

  it('ends with its session, and its session with it', async () => {
    const visitor = await stage.loggedIn(await stage.newPerson());
    const first = await allowed(visitor);
    const { family = '', sid } = decodeJwt<{ family: string; sid: string }>(first.tokens['access_token'] ?? '');
    expect(sid).toBe(family);
    await visitor.send('/me', {}, { action: `/me/sessions/${family}` });
    expect((await ours.refresh(ours.commandLine(), first.tokens['refresh_token'])).body).toMatchObject({
      error: 'invalid_grant',
    });
    const second = await allowed(visitor);
    const { family: action = '' } = decodeJwt<{ family: string }>(second.tokens['access_token'] ?? '');
    expect((await visitor.get('/me')).html).toContain(`/me/sessions/${action}`);
    await ours.refresh(ours.commandLine(), second.tokens['refresh_token']);
    stage.auth.clock.advance(60_000);
    expect((await ours.refresh(ours.commandLine(), second.tokens['refresh_token'])).status).toBe(400);
    expect((await visitor.get('/me')).html).not.toContain(`/me/sessions/${action}`);
  });

  it('keeps the time of the log-in in which it was allowed, also when it is refreshed', async () => {
    const person = await stage.newPerson();
    const loggedInAt = Math.floor(stage.auth.clock.system().getTime() / 1_000);
    const visitor = await stage.loggedIn(person);
    stage.auth.clock.advance(4 * 60_000);
    const device = await ours.beginDevice();
    await ours.answerDevice(visitor, device);
    const { code = '' } = returned(await visitor.get(ours.authPath(ours.console)));
    const first = [
      (await allowed(visitor)).tokens,
      (await ours.poll(device.device_code)).body,
      (await ours.exchange(ours.console, code)).body,
    ];
    stage.auth.clock.advance(4 * 60_000);
    await stage.loggedIn(person);
    const next = [
      (await ours.refresh(ours.commandLine(), first[0]?.['refresh_token'])).body,
      (await ours.refresh(ours.commandLine(), first[1]?.['refresh_token'])).body,
      (await ours.refresh(ours.console, first[2]?.['refresh_token'])).body,
    ];
    for (const tokens of [...first, ...next])
      expect(decodeJwt(tokens['access_token'] ?? '')['auth_time']).toBe(loggedInAt);
  });

  it('can’t be used as a browser', async () => {
    const visitor = await stage.loggedIn(viewer);
    const { tokens } = await allowed(visitor);
    const { sid } = decodeJwt<{ sid: string }>(tokens['access_token'] ?? '');
    const [name = ''] = [...visitor.cookies.keys()].filter((cookie) => cookie.includes('session'));
    visitor.cookies.set(name, sid);
    expect((await visitor.get('/me')).location).toBe('/login');
  });
});

it('a password is needed by neither: who knows none gets no further', async () => {
  const visitor = stage.visitor();
  const interaction = (await visitor.get(ours.authPath(ours.console))).location ?? '';
  const form = { email: viewer.email, then: interaction };
  const wrong = await visitor.send(interaction, { ...form, password: 'x' }, { action: '/login' });
  expect(wrong.status).toBe(401);
  const right = await visitor.send(interaction, { ...form, password: PASSWORD }, { action: '/login' });
  expect(right.location).toBe(interaction);
});
