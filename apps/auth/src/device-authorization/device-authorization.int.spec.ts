import { randomBytes, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { firstPartyKeys } from '@halyard/contracts/applications';
import { oauthRoutes } from '@halyard/contracts/authorization';
import { Bytes } from '@halyard/http';
import { servicePrincipal, startTestService, type TestService } from '@halyard/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { decodeJwt } from 'jose';
import { PASSWORD, PagesStage } from '../../test/support/pages-stage.js';
import type { Visitor } from '../../test/support/visitor.js';
import { ApplicationCredentials } from '../application/application-credentials.js';
import { Application, plainApplication } from '../application/application.entity.js';
import { authService } from '../../test/support/auth-service.js';
import { SecurityEvents } from '../security-event/security-events.js';
import type { SeededPerson } from '../seed.js';
import { TokenFamilies } from '../token-family/token-families.js';

const GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
const NETWORK = '198.51.100.7';
const { commandLine } = firstPartyKeys;

interface Codes {
  readonly device_code: string;
  readonly user_code: string;
}

let stage: PagesStage;
let other: TestService;
let viewer: SeededPerson;
beforeAll(async () => {
  stage = await PagesStage.open();
  other = await startTestService(authService, { beside: stage.auth.service });
  const accountId = await stage.auth.openAccount({ operator: true });
  await stage.seed.addFirstParty({ accountId, consoleUrl: 'https://localhost:8443/console/' });
  viewer = await stage.newPerson({ role: 'viewer' });
});
afterAll(async () => {
  await other.stop();
  await stage.close();
});
afterEach(() => {
  jest.restoreAllMocks();
});

async function begin(
  form: Readonly<Record<string, string>> | string = { client_id: commandLine, scope: 'openid transactions email' },
  { network = NETWORK, headers = {} }: { network?: string; headers?: Record<string, string> } = {},
): Promise<{ status: number; body: Codes & Record<string, unknown> }> {
  const answer = await stage.auth.service.exchange(oauthRoutes.authorizeDevice, '/device/authorization', {
    principal: servicePrincipal('gateway'),
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-client-network': network, ...headers },
    body: Readable.from([Buffer.from(new URLSearchParams(form).toString())]),
  });
  if (!(answer instanceof Bytes)) return { status: answer.status, body: answer.body as never };
  return { status: answer.status, body: (await json(answer.body)) as never };
}

type Answer = Readonly<Record<string, string>>;
async function poll(
  deviceCode: string,
  client: Answer = { client_id: commandLine },
  service = stage.auth.service,
): Promise<Answer> {
  const form = { grant_type: GRANT, device_code: deviceCode, ...client };
  const { body } = await service.call('POST', '/token', { body: { form }, principal: servicePrincipal('gateway') });
  if (body.type !== 'raw') throw new Error(JSON.stringify(body));
  return JSON.parse(body.body) as Answer;
}
const errorOf = async (...asked: Parameters<typeof poll>): Promise<string | undefined> =>
  (await poll(...asked))['error'];

const send = (visitor: Visitor, fields: Answer) => visitor.send('/device', fields, {});
async function answered(visitor: Visitor, { user_code: userCode }: Codes, answer: 'allow' | 'deny') {
  const page = await visitor.get(`/device?user_code=${userCode}`);
  const [, account = ''] = /name="account"\s+value="([^"]*)"/.exec(page.html) ?? [];
  return visitor.post('/device', { user_code: userCode, account, answer, 'form-token': page.tokenFor('/device') });
}

describe('a program without a browser', () => {
  it('gets codes, asks every five seconds, and acts once the person has allowed it', async () => {
    const { status, body } = await begin();
    expect([status, body]).toEqual([
      200,
      {
        device_code: expect.stringMatching(/^[\w-]{43}$/),
        user_code: expect.stringMatching(/^[B-Z]{4}-[B-Z]{4}$/),
        verification_uri: 'https://localhost:8443/device',
        verification_uri_complete: `https://localhost:8443/device?user_code=${body.user_code}`,
        expires_in: 600,
        interval: 5,
      },
    ]);
    const { device_code: code } = body;
    expect(await errorOf(code)).toBe('authorization_pending');
    expect(await errorOf(code)).toBe('slow_down');
    stage.auth.clock.advance(5_000);
    expect(await errorOf(code)).toBe('authorization_pending');

    const visitor = await stage.loggedIn(viewer);
    const done = await answered(visitor, body, 'allow');
    expect([done.status, done.heading]).toEqual([200, 'Halyard command line is connected']);
    const tokens = await poll(code);
    expect(decodeJwt(tokens['access_token'] ?? '')).toMatchObject({
      ...{ sub: viewer.personId, account_id: viewer.accountId, may: 'read', first_party: true },
      ...{ scope: 'openid transactions email', sid: expect.any(String) },
    });
    expect(decodeJwt(tokens['id_token'] ?? '')).toMatchObject({ aud: commandLine, amr: ['pwd'], sub: viewer.personId });

    const { html } = await visitor.get('/me');
    expect(html).toContain('Halyard command line, allowed in');
    const { sid } = decodeJwt<{ sid: string }>(tokens['access_token'] ?? '');
    const refresh = (refreshToken = '') =>
      poll('', { client_id: commandLine, grant_type: 'refresh_token', refresh_token: refreshToken });
    const next = await refresh(tokens['refresh_token']);
    expect(next).toHaveProperty('access_token');
    expect((await visitor.send('/me', {}, { action: `/me/sessions/${sid}` })).location).toBe('/me');
    expect((await refresh(next['refresh_token']))['error']).toBe('invalid_grant');
  });

  it('is told that the person has denied it', async () => {
    const { body } = await begin();
    const done = await answered(await stage.loggedIn(viewer), body, 'deny');
    expect(done.heading).toBe('Halyard command line has no access');
    expect(await errorOf(body.device_code)).toBe('access_denied');
    expect(await errorOf(body.device_code)).toBe('access_denied');
  });

  it('is told when nobody has answered in time', async () => {
    const { body } = await begin();
    stage.auth.clock.advance(600_000);
    expect(await errorOf(body.device_code)).toBe('expired_token');
    const late = await answered(await stage.loggedIn(viewer), body, 'allow');
    expect([late.status, late.heading]).toEqual([400, 'Connect a program']);
  });

  it('gets nothing for a code that is none, or is for another application', async () => {
    const { body } = await begin();
    await answered(await stage.loggedIn(viewer), body, 'allow');
    expect(await errorOf('x'.repeat(43))).toBe('invalid_grant');
    const shop = await newIntegration();
    expect(await errorOf(body.device_code, { client_id: shop.id, client_secret: shop.secret })).toBe('invalid_grant');
    expect(await errorOf('', { client_id: commandLine })).toBe('invalid_request');
    expect(await poll(body.device_code)).toHaveProperty('access_token');
  });

  it('gets tokens once, of however many requests at once, at any process', async () => {
    const { body } = await begin();
    await answered(await stage.loggedIn(viewer), body, 'allow');
    const services = [stage.auth.service, other, stage.auth.service, other];
    const all = await Promise.all(services.map((service) => poll(body.device_code, undefined, service)));
    expect(all.filter((one) => 'access_token' in one)).toHaveLength(1);
    expect(all.filter((one) => one['error'] === 'invalid_grant')).toHaveLength(3);
  });

  it('loses its tokens when its code is used once more, by whoever has a copy', async () => {
    const { body } = await begin();
    await answered(await stage.loggedIn(viewer), body, 'allow');
    const { refresh_token: refreshToken = '' } = await poll(body.device_code);
    const events = jest.spyOn(stage.auth.service.get(SecurityEvents), 'record');
    const again = async (): Promise<void> => {
      stage.auth.clock.advance(1_000);
      expect(await errorOf(body.device_code)).toBe('invalid_grant');
    };
    await again();
    await again();
    expect(events.mock.calls.map(([, type]) => type)).toEqual(['token_reuse_detected']);
    const refresh = { grant_type: 'refresh_token', refresh_token: refreshToken, client_id: commandLine };
    expect(await errorOf('', refresh)).toBe('invalid_grant');
  });

  it('is refused for what it may not ask', async () => {
    const server = await newIntegration({ kind: 'server', redirectUrls: [] });
    const refused = async (form: Parameters<typeof begin>[0]) => {
      const { status, body } = await begin(form);
      return [status, body['error']];
    };
    expect(await refused({ client_id: randomUUID() })).toEqual([401, 'invalid_client']);
    expect(await refused({ client_id: firstPartyKeys.console })).toEqual([401, 'invalid_client']);
    expect(await refused({ client_id: server.id, client_secret: server.secret })).toEqual([400, 'invalid_request']);
    expect(await refused({ client_id: commandLine, scope: 'openid everything' })).toEqual([400, 'invalid_scope']);
    expect(await refused({ client_id: commandLine, scope: 'operator' })).toEqual([400, 'invalid_scope']);
    const shop = await newIntegration();
    const foreign = { client_id: shop.id, client_secret: shop.secret, scope: 'openid funding' };
    expect(await refused(foreign)).toEqual([400, 'invalid_scope']);
    expect(await refused(`client_id=${commandLine}&scope=openid&scope=send`)).toEqual([400, 'invalid_request']);
    expect((await refused(''))[0]).toBe(400);
    expect((await refused({ client_id: commandLine, scope: 'OpenID|Send|offline_access' }))[0]).toBe(200);
    expect((await refused({ client_id: commandLine }))[0]).toBe(200);
  });

  it('cannot guess the secret of an application here', async () => {
    const shop = await newIntegration();
    const wrong = { client_id: shop.id, client_secret: 'wrong', scope: 'openid' };
    const statuses: number[] = [];
    for (let n = 0; n < 6; n += 1) statuses.push((await begin(wrong, { network: 'guessing' })).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
    expect((await begin({ ...wrong, client_secret: shop.secret })).status).toBe(200);
  });

  it('leaves nothing to whoever reads the database', async () => {
    const { body } = await begin();
    const rows = await stage.auth.dataSource.query<Record<string, unknown>[]>('SELECT * FROM device_grants');
    const text = JSON.stringify(
      rows.map((row) => Object.values(row).map((value) => (Buffer.isBuffer(value) ? value.toString('latin1') : value))),
    );
    for (const secret of [body.device_code, body.user_code, body.user_code.replace('-', ''), NETWORK])
      expect(text).not.toContain(secret);
  });
});

async function newIntegration(given: Partial<Application> = {}) {
  const id = randomUUID();
  const secret = randomBytes(32).toString('base64url');
  const accountId = await stage.auth.openAccount({ name: 'Ledger Partner' });
  await stage.auth.dataSource.manager.insert(Application, {
    ...plainApplication,
    ...{ id, key: id, accountId, number: 2, name: 'Ledger <b>Sync</b>', kind: 'integration' },
    secretHash: stage.auth.service.get(ApplicationCredentials).hash(secret),
    scopes: ['send', 'transactions', 'openid'],
    redirectUrls: ['http://localhost:3000/callback'],
    createdAt: new Date(),
    ...given,
  });
  return { id, secret };
}

describe('the page for a program', () => {
  it('asks for the code, and then names the application, the network, the time and the account', async () => {
    const { body } = await begin();
    const visitor = await stage.loggedIn(viewer, stage.visitor(NETWORK));
    const page = await visitor.get('/device');
    expect(page.heading).toBe('Connect a program');
    expect(page.html).toMatch(/<label for="user_code">Code<\/label>[^]*>Continue</);
    const typed = ` ${body.user_code.toLowerCase().replace('-', ' ')} `;
    const question = await send(visitor, { user_code: typed });
    expect(question.heading).toBe('Halyard command line asks for access');
    const since = stage.auth.clock.system().toISOString();
    for (const word of [body.user_code, NETWORK, since, viewer.email, 'Acme', 'viewer', '>Allow<', '>Deny<'])
      expect(question.html).toContain(word);
    expect(question.html).not.toContain('another network');
  });

  it('of the complete address comes right after the log-in', async () => {
    const { body } = await begin();
    const visitor = stage.visitor();
    const path = `/device?user_code=${body.user_code}`;
    const logIn = await visitor.get(path);
    expect(logIn.heading).toBe('Log in');
    const then = /name="then"\s+value="([^"]*)"/.exec(logIn.html)?.[1] ?? '';
    const fields = { email: viewer.email, password: PASSWORD, then, 'form-token': logIn.tokenFor('/login') };
    expect((await visitor.post('/login', fields)).location).toBe(path);
    const question = await visitor.get(path);
    expect(question.html).toContain(body.user_code);
    expect(question.html).toContain('>Allow<');
    const noCode = await stage.visitor().get('/device?user_code=https://evil.example/');
    expect(noCode.html).toMatch(/name="then"\s+value="\/device"/);
  });

  it('warns a victim to whom somebody has sent the code, and shows what it has let in', async () => {
    const { body } = await begin(undefined, { network: '203.0.113.66' });
    const visitor = await stage.loggedIn(viewer);
    const question = await visitor.get(`/device?user_code=${body.user_code}`);
    for (const words of ['203.0.113.66', 'another network than yours', 'only if you have just begun this'])
      expect(question.html.replaceAll(/\s+/g, ' ')).toContain(words);
    expect(await errorOf(body.device_code)).toBe('authorization_pending');
  });

  it('slows down guesses of codes, and takes none that is of another form for one', async () => {
    const person = await stage.newPerson();
    const visitor = await stage.loggedIn(person);
    const guess = async (typed: string) => (await send(visitor, { user_code: typed })).status;
    for (const typed of ['', 'x', 'AEIO-UAEI', 'BCDF-GHJKL', '<script>', 'B'.repeat(10_000)]) {
      expect(await guess(typed)).toBe(400);
    }
    const statuses: number[] = [];
    for (let n = 0; n < 6; n += 1) statuses.push(await guess('BCDF-GHJK'));
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
    const { body } = await begin();
    expect((await visitor.get(`/device?user_code=${body.user_code}`)).status).toBe(429);
    stage.auth.clock.advance(60_000);
    expect((await visitor.get(`/device?user_code=${body.user_code}`)).status).toBe(200);
  });

  it('takes one answer, of however many at once', async () => {
    const { body } = await begin();
    const visitors = await Promise.all([1, 2, 3].map(() => stage.loggedIn(viewer)));
    const events = jest.spyOn(stage.auth.service.get(SecurityEvents), 'record');
    const answers = await Promise.all(
      visitors.map((visitor, at) => answered(visitor, body, at === 1 ? 'deny' : 'allow')),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    expect(events.mock.calls.filter(([, type]) => type.startsWith('consent_'))).toHaveLength(1);
    expect((await send(visitors[0] ?? stage.visitor(), { user_code: body.user_code })).status).toBe(400);
  });

  it('stores an answer with all that comes of it, or nothing', async () => {
    const { body } = await begin();
    const visitor = await stage.loggedIn(viewer);
    const record = jest.spyOn(stage.auth.service.get(SecurityEvents), 'record').mockRejectedValue(new Error('killed'));
    await expect(answered(visitor, body, 'allow')).rejects.toThrow();
    record.mockRestore();
    expect(await errorOf(body.device_code)).toBe('authorization_pending');
    expect((await answered(visitor, body, 'allow')).status).toBe(200);

    const families = stage.auth.service.get(TokenFamilies);
    const exchange = jest.spyOn(families, 'exchange').mockRejectedValueOnce(new Error('killed'));
    await expect(poll(body.device_code)).rejects.toThrow();
    expect(await poll(body.device_code)).toHaveProperty('access_token');
    expect(exchange).toHaveBeenCalledTimes(2);
  });

  it('asks an owner for the scopes of an integration, and for the account where there are several', async () => {
    const shop = await newIntegration();
    const credentials = { client_id: shop.id, client_secret: shop.secret };
    const owner = await stage.newPerson();
    const second = await stage.auth.openAccount({ name: 'Second' });
    await stage.newPerson({ email: owner.email, accountId: second, role: 'owner' });
    const visitor = await stage.loggedIn(owner);
    const { body } = await begin({ ...credentials, scope: 'transactions' });
    const choice = await send(visitor, { user_code: body.user_code });
    expect(choice.heading).toBe('Choose an account');
    const fields = { user_code: body.user_code, account: second, 'form-token': choice.tokenFor('/device') };
    const question = await visitor.post('/device', fields);
    expect(question.heading).toBe('Ledger &lt;b&gt;Sync&lt;/b&gt; asks for access');
    for (const word of ['Ledger Partner', 'Second', 'See transfers', body.user_code])
      expect(question.html).toContain(word);
    expect((await visitor.post('/device', { ...fields, answer: 'allow' })).status).toBe(200);
    expect(await poll(body.device_code, credentials)).toMatchObject({ account_id: second, scope: 'transactions' });

    const member = await stage.loggedIn(await stage.newPerson({ role: 'member' }));
    const next = (await begin({ ...credentials, scope: 'transactions' })).body;
    const page = await member.get(`/device?user_code=${next.user_code}`);
    expect(page.html).not.toContain('>Allow<');
    expect((await answered(member, next, 'allow')).status).toBe(403);
    expect((await answered(member, next, 'deny')).status).toBe(200);
  });
});
