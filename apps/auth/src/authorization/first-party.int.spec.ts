import { hash, randomBytes } from 'node:crypto';
import { FIRST_PARTY_SECRET, firstPartyKeys, type PersonRole } from '@halyard/contracts';
import { Sealer } from '@halyard/persistence';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { decodeJwt } from 'jose';
import { PASSWORD, PagesStage } from '../../test/support/pages-stage.js';
import type { Visited, Visitor } from '../../test/support/visitor.js';
import { Application, applicationIdOf } from '../application/application.entity.js';
import type { SeededPerson } from '../seed.js';

const CONSOLE_URL = 'https://localhost:8443/console/';
const { console: consoleKey, commandLine } = firstPartyKeys;
const verifier = randomBytes(32).toString('base64url');

let stage: PagesStage;
let operators: string;
let viewer: SeededPerson;
beforeAll(async () => {
  stage = await PagesStage.open();
  operators = await stage.auth.openAccount({ operator: true });
  await stage.seed.addFirstParty({ accountId: operators, consoleUrl: CONSOLE_URL });
  viewer = await stage.newPerson({ role: 'viewer' });
});
afterAll(() => stage.close());

interface Client {
  readonly key: string;
  readonly redirectUrl: string;
  readonly secret?: string;
}

const theConsole = (): Client => ({
  key: consoleKey,
  redirectUrl: `${CONSOLE_URL}callback`,
  secret: stage.auth.service.get(Sealer).fingerprint(FIRST_PARTY_SECRET, consoleKey),
});
const aProgram = (port = 53_123): Client => ({
  key: commandLine,
  redirectUrl: `http://127.0.0.1:${port}/callback`,
});

const authPath = ({ key, redirectUrl }: Client, more: Readonly<Record<string, string>> = {}): string =>
  `/auth?${new URLSearchParams({
    ...{ client_id: key, redirect_uri: redirectUrl, response_type: 'code', scope: 'openid send email', state: 'xyz' },
    ...{ code_challenge: hash('sha256', verifier, 'base64url'), code_challenge_method: 'S256' },
    ...more,
  }).toString()}`;

const returned = ({ location = '' }: Visited): Record<string, string> =>
  Object.fromEntries(new URL(location).searchParams);

async function token({ key, secret }: Client, form: Readonly<Record<string, string>>) {
  const proof = { client_id: key, ...(secret !== undefined && { client_secret: secret }) };
  const answer = await stage.auth.call('POST', '/token', { form: { ...proof, ...form } });
  if (answer.body.type !== 'raw') throw new Error(JSON.stringify(answer));
  return { status: answer.status, body: JSON.parse(answer.body.body) as Record<string, string> };
}

const exchange = (client: Client, code: string) =>
  token(client, {
    ...{ grant_type: 'authorization_code', code, redirect_uri: client.redirectUrl, code_verifier: verifier },
  });

const refresh = (client: Client, refreshToken = '') =>
  token(client, { grant_type: 'refresh_token', refresh_token: refreshToken });

/** Lets the command line in. */
async function allowed(visitor: Visitor, client = aProgram()) {
  const interaction = (await visitor.get(authPath(client))).location ?? '';
  const page = await visitor.get(interaction);
  const answered = await visitor.send(interaction, { answer: 'allow' });
  return { page, tokens: (await exchange(client, returned(answered)['code'] ?? '')).body };
}

describe('the console', () => {
  it('asks nobody, and gives its role to each person', async () => {
    const visitor = await stage.loggedIn(viewer);
    const { code = '', state } = returned(await visitor.get(authPath(theConsole())));
    const { status, body } = await exchange(theConsole(), code);
    expect([status, state]).toEqual([200, 'xyz']);
    expect(decodeJwt(body['access_token'] ?? '')).toMatchObject({
      ...{ sub: viewer.personId, client_id: applicationIdOf(consoleKey), account_id: viewer.accountId },
      ...{ may: 'read', first_party: true },
    });
    expect(decodeJwt(body['id_token'] ?? '')).toMatchObject({ aud: consoleKey });
  });

  it('gets tokens that do not outlive the session, which goes on as long as they are renewed, and no longer', async () => {
    const visitor = await stage.loggedIn(await stage.newPerson());
    const { code = '' } = returned(await visitor.get(authPath(theConsole())));
    let { body } = await exchange(theConsole(), code);
    const { exp = 0, iat = 0 } = decodeJwt(body['access_token'] ?? '');
    expect([body['expires_in'], exp - Math.floor(iat)]).toEqual([900, 900]);
    // 12 hours, in which nobody opens a page.
    for (let renewed = 1; renewed < 48; renewed += 1) {
      stage.auth.clock.advance(15 * 60_000);
      body = (await refresh(theConsole(), body['refresh_token'])).body;
      expect(body['expires_in']).toBe(900);
    }
    stage.auth.clock.advance(10 * 60_000);
    const last = (await refresh(theConsole(), body['refresh_token'])).body;
    expect(last['expires_in']).toBe(300);
    stage.auth.clock.advance(5 * 60_000);
    expect((await refresh(theConsole(), last['refresh_token'])).body).toMatchObject({ error: 'invalid_grant' });
  });

  it('gets none once the session was idle for half an hour', async () => {
    const visitor = await stage.loggedIn(await stage.newPerson());
    const { code = '' } = returned(await visitor.get(authPath(theConsole())));
    const { body } = await exchange(theConsole(), code);
    stage.auth.clock.advance(30 * 60_000);
    expect((await refresh(theConsole(), body['refresh_token'])).body).toMatchObject({ error: 'invalid_grant' });
    expect((await visitor.get('/me')).location).toBe('/login');
  });

  it('has to prove itself by PKCE and its secret, and goes nowhere else', async () => {
    const visitor = await stage.loggedIn(viewer);
    const plain = authPath(theConsole()).replace(/&code_challenge.*/, '');
    expect(returned(await visitor.get(plain))).toMatchObject({ error: 'invalid_request' });
    const elsewhere = await visitor.get(authPath({ ...theConsole(), redirectUrl: 'https://localhost:8443/callback' }));
    expect([elsewhere.status, elsewhere.location]).toEqual([400, undefined]);
    const { code = '' } = returned(await visitor.get(authPath(theConsole())));
    const nobody: Client = { key: consoleKey, redirectUrl: theConsole().redirectUrl };
    expect(await exchange(nobody, code)).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
    expect((await exchange({ ...nobody, secret: 'x'.repeat(64) }, code)).status).toBe(401);
    expect((await exchange(theConsole(), code)).status).toBe(200);
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
    expect((await allowed(visitor, aProgram(9))).tokens).toHaveProperty('access_token');
    const silent = await visitor.get(authPath(aProgram(), { prompt: 'none' }));
    expect(returned(silent)).toMatchObject({ error: 'consent_required' });
    expect((await visitor.get('/me')).html).not.toContain('Connected applications');
  });

  it('needs a session, is denied, and gets nothing for another verifier or none', async () => {
    const stranger = stage.visitor();
    expect((await stranger.get((await stranger.get(authPath(aProgram()))).location ?? '')).heading).toBe('Log in');
    const visitor = await stage.loggedIn(viewer);
    const interaction = (await visitor.get(authPath(aProgram()))).location ?? '';
    expect(returned(await visitor.send(interaction, { answer: 'deny' }))).toMatchObject({ error: 'access_denied' });
    const next = (await visitor.get(authPath(aProgram()))).location ?? '';
    const { code = '' } = returned(await visitor.send(next, { answer: 'allow' }));
    const form = { grant_type: 'authorization_code', code, redirect_uri: aProgram().redirectUrl };
    for (const proof of [undefined, { code_verifier: 'x'.repeat(43) }])
      expect((await token(aProgram(), { ...form, ...proof })).body).toMatchObject({ error: 'invalid_grant' });
    const made = { ...aProgram(), secret: 'made up' };
    expect((await exchange(made, code)).body).toMatchObject({ error: 'invalid_client' });
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
      const { status, body } = await refresh(aProgram(), tokens['refresh_token']);
      expect(status).toBe(200);
      stage.auth.clock.advance(50 * 86_400_000);
      expect((await refresh(aProgram(), body['refresh_token'])).status).toBe(200);
    },
  );

  it('ends with its session, and its session with it', async () => {
    const visitor = await stage.loggedIn(await stage.newPerson());
    const first = await allowed(visitor);
    const { family = '', sid } = decodeJwt<{ family: string; sid: string }>(first.tokens['access_token'] ?? '');
    expect(sid).toBe(family);
    await visitor.send('/me', {}, { action: `/me/sessions/${family}` });
    expect((await refresh(aProgram(), first.tokens['refresh_token'])).body).toMatchObject({ error: 'invalid_grant' });
    const second = await allowed(visitor);
    const { family: action = '' } = decodeJwt<{ family: string }>(second.tokens['access_token'] ?? '');
    expect((await visitor.get('/me')).html).toContain(`/me/sessions/${action}`);
    await refresh(aProgram(), second.tokens['refresh_token']);
    stage.auth.clock.advance(60_000);
    expect((await refresh(aProgram(), second.tokens['refresh_token'])).status).toBe(400);
    expect((await visitor.get('/me')).html).not.toContain(`/me/sessions/${action}`);
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
  const interaction = (await visitor.get(authPath(theConsole()))).location ?? '';
  const form = { email: viewer.email, then: interaction };
  const wrong = await visitor.send(interaction, { ...form, password: 'x' }, { action: '/login' });
  expect(wrong.status).toBe(401);
  const right = await visitor.send(interaction, { ...form, password: PASSWORD }, { action: '/login' });
  expect(right.location).toBe(interaction);
});
