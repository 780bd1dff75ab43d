import { hash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { UnsecuredJWT } from 'jose';
import type { SeededPerson } from '../../src/seed.js';
import { PagesStage } from '../support/pages-stage.js';
import { CALLBACK, ISSUER, type Parameters, RelyingParty, returned } from '../support/relying-party.js';
import type { Visitor } from '../support/visitor.js';

/**
 * The plan `oidcc-basic-certification-test-plan` of the conformance suite of the OpenID Foundation, module by module, with
 * a registered client. What a module has somebody look at is looked for here.
 */
describe('Basic OP', () => {
  let stage: PagesStage;
  let client: RelyingParty;
  let person: SeededPerson;
  let visitor: Visitor;
  beforeAll(async () => {
    stage = await PagesStage.open();
    client = await RelyingParty.register(stage);
  });
  afterAll(() => stage.close());
  beforeEach(async () => {
    // oidc-provider judges the age of a log-in by the clock of the machine.
    stage.auth.clock.set(new Date());
    person = await stage.newPerson();
    visitor = await stage.loggedIn(person);
  });

  const succeeds = async (more: Parameters): Promise<void> => {
    const { access_token: token = '', id_token: idToken } = await client.tokens(visitor, more);
    const { payload } = await client.verified(idToken);
    expect(payload).toMatchObject({ sub: person.personId, nonce: 'n-0', auth_time: expect.any(Number) });
    expect(await client.userinfo(token)).toMatchObject({ status: 200, body: { sub: person.personId } });
  };
  const authTimeOf = async (code: string | undefined): Promise<unknown> => {
    const { body } = await client.exchange(code);
    return (await client.verified(String(body['id_token']))).payload['auth_time'];
  };

  it.each([
    ['oidcc-server', 'basic'],
    ['oidcc-server-client-secret-post', 'post'],
  ] as const)('%s', async (_, way) => {
    const answer = await client.authorized(visitor, { state: 'af0ifjsldkj' });
    expect(answer).toEqual({ code: expect.stringMatching(/^[\w-]{43}$/), state: 'af0ifjsldkj', iss: ISSUER });
    const { status, body } = await client.exchange(answer['code'], {}, way);
    expect([status, body['token_type'], body['expires_in']]).toEqual([200, 'Bearer', 3600]);
    const { payload } = await client.verified(String(body['id_token']));
    expect(Object.keys(payload).sort()).toEqual(
      ['amr', 'aud', 'auth_time', 'exp', 'iat', 'iss', 'nonce', 'sid', 'sub'].sort(),
    );
    expect(await client.userinfo(String(body['access_token']))).toMatchObject({ status: 200 });
  });

  it('oidcc-response-type-missing', async () => {
    const answer = await visitor.get(client.authPath({ response_type: undefined }));
    expect(returned(answer)).toMatchObject({ error: 'invalid_request', state: 'st' });
  });

  it('oidcc-idtoken-signature', async () => {
    const { id_token: idToken } = await client.tokens(visitor);
    expect((await client.verified(idToken)).protectedHeader).toEqual({
      alg: 'RS256',
      typ: 'JWT',
      kid: expect.any(String),
    });
  });

  it('oidcc-idtoken-unsigned is skipped: discovery does not have the algorithm none', async () => {
    expect((await client.configuration()).body['id_token_signing_alg_values_supported']).toEqual(['RS256']);
  });

  it.each([
    ['oidcc-userinfo-get', 'get'],
    ['oidcc-userinfo-post-header', 'header'],
    ['oidcc-userinfo-post-body', 'body'],
  ] as const)('%s', async (_, way) => {
    const { access_token: token = '' } = await client.tokens(visitor);
    expect(await client.userinfo(token, way)).toEqual({ status: 200, body: { sub: person.personId } });
  });

  it('oidcc-ensure-request-without-nonce-succeeds-for-code-flow', async () => {
    const { id_token: idToken } = await client.tokens(visitor, { nonce: undefined });
    expect((await client.verified(idToken)).payload).not.toHaveProperty('nonce');
  });

  it.each([
    ['oidcc-scope-profile', 'openid profile', { name: 'Ada Byron' }],
    ['oidcc-scope-email', 'openid email', { email_verified: true }],
    ['oidcc-ensure-other-scope-order-succeeds', 'email profile openid', { name: 'Ada Byron', email_verified: true }],
  ])('%s', async (_, scope, claims) => {
    const { access_token: token = '' } = await client.tokens(visitor, { scope });
    expect((await client.userinfo(token)).body).toMatchObject({ sub: person.personId, ...claims });
  });

  it.each([
    ['oidcc-scope-address', 'openid address'],
    ['oidcc-scope-phone', 'openid phone'],
    ['oidcc-scope-all', 'openid profile email address phone'],
  ])('%s is skipped: discovery has no such scope, and nobody gets it', async (_, scope) => {
    const { body } = await client.configuration();
    for (const missing of ['address', 'phone']) expect(body['scopes_supported']).not.toContain(missing);
    expect(returned(await visitor.get(client.authPath({ scope })))).toMatchObject({ error: 'invalid_scope' });
  });

  it.each<[string, Parameters]>([
    ['oidcc-display-page', { display: 'page' }],
    ['oidcc-display-popup', { display: 'popup' }],
    ['oidcc-ensure-request-with-unknown-parameter-succeeds', { extra: 'foobar' }],
    ['oidcc-ui-locales', { ui_locales: 'se' }],
    ['oidcc-claims-locales', { claims_locales: 'se' }],
    ['oidcc-ensure-request-with-acr-values-succeeds', { acr_values: '1 2' }],
    ['oidcc-claims-essential', { claims: '{"userinfo":{"name":{"essential":true}}}' }],
  ])('%s', async (_, more) => succeeds(more));

  it.each<[string, Parameters]>([
    ['oidcc-prompt-login', { prompt: 'login' }],
    ['oidcc-max-age-1', { max_age: '1' }],
  ])('%s', async (_, more) => {
    stage.auth.clock.advance(-60_000);
    const own = await stage.newPerson();
    const browser = await stage.loggedIn(own);
    const first = await authTimeOf((await client.authorized(browser))['code']);
    stage.auth.clock.advance(120_000);
    const again = await client.loggedIn(browser, own, await browser.get(client.authPath(more)));
    expect(await authTimeOf(again['code'])).toBeGreaterThan(Number(first));
  });

  it.each<[string, Parameters]>([
    ['prompt=login', { prompt: 'login' }],
    ['max_age=0', { max_age: '0' }],
  ])('%s asks also within the moment of the log-in, until there is another', async (_, more) => {
    const own = await stage.newPerson();
    const browser = await stage.loggedIn(own);
    await client.authorized(browser);
    const { location = '' } = await browser.get(client.authPath(more));
    for (const _look of [1, 2]) expect((await browser.get(location)).heading).toBe('Log in');
    const elsewhere = await stage.loggedIn(own);
    expect((await elsewhere.get('/me')).status).toBe(200);
    expect((await browser.get(location)).heading).toBe('Log in');
    expect(await client.loggedIn(browser, own, await browser.get(client.authPath(more)))).toHaveProperty('code');
  });

  it('oidcc-prompt-none-not-logged-in', async () => {
    const answer = await stage.visitor().get(client.authPath({ prompt: 'none' }));
    expect(returned(answer)).toMatchObject({ error: 'login_required', state: 'st' });
  });

  it.each([
    ['oidcc-prompt-none-logged-in', false],
    ['oidcc-id-token-hint', true],
  ])('%s', async (_, isHinted) => {
    const first = await client.tokens(visitor);
    const hint = isHinted ? first['id_token'] : undefined;
    const answer = returned(await visitor.get(client.authPath({ prompt: 'none', id_token_hint: hint })));
    const { body } = await client.exchange(answer['code']);
    const [one, other] = [await client.verified(first['id_token']), await client.verified(String(body['id_token']))];
    expect([other.payload.sub, other.payload['auth_time']]).toEqual([one.payload.sub, one.payload['auth_time']]);
  });

  it('oidcc-max-age-10000', async () => {
    const first = await authTimeOf((await client.authorized(visitor))['code']);
    const second = returned(await visitor.get(client.authPath({ max_age: '10000' })));
    expect(await authTimeOf(second['code'])).toBe(first);
  });

  it('oidcc-login-hint', async () => {
    const stranger = stage.visitor();
    const { location = '' } = await stranger.get(client.authPath({ login_hint: person.email }));
    expect((await stranger.get(location)).html).toContain(`value="${person.email}"`);
  });

  it('oidcc-codereuse', async () => {
    const { code } = await client.authorized(visitor);
    expect((await client.exchange(code)).status).toBe(200);
    expect(await client.exchange(code)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  });

  it('oidcc-codereuse-30seconds', async () => {
    const { code } = await client.authorized(visitor);
    const { body } = await client.exchange(code);
    stage.auth.clock.advance(30_000);
    expect(await client.exchange(code)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    expect((await client.userinfo(String(body['access_token']))).status).toBe(401);
  });

  it('oidcc-ensure-registered-redirect-uri', async () => {
    const answer = await visitor.get(client.authPath({ redirect_uri: `${CALLBACK}/foo` }));
    expect([answer.status, answer.location]).toEqual([400, undefined]);
    expect(answer.html).toContain('may not send people back to this redirect_uri');
  });

  it('oidcc-ensure-post-request-succeeds', async () => {
    const headers = { origin: 'https://rp.example', 'sec-fetch-site': 'cross-site' };
    const { location = '' } = await visitor.post('/auth', client.parameters(), { headers });
    const { code } = await client.allowed(visitor, await visitor.get(location));
    expect((await client.exchange(code)).status).toBe(200);
  });

  const requestObject = (): string =>
    new UnsecuredJWT(client.parameters()).setIssuer(client.id).setAudience(ISSUER).encode();

  it.each<[string, () => Parameters, string]>([
    [
      'oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported',
      () => ({ request: requestObject() }),
      'request_not_supported',
    ],
    [
      'oidcc-request-uri-unsigned-supported-correctly-or-rejected-as-unsupported',
      () => ({ request_uri: 'https://rp.example/request' }),
      'request_uri_not_supported',
    ],
  ])('%s', async (_, more, error) => {
    expect(returned(await visitor.get(client.authPath(more())))).toMatchObject({ error, state: 'st' });
  });

  it('oidcc-ensure-request-object-with-redirect-uri', async () => {
    const answer = await visitor.get(client.authPath({ request: requestObject(), redirect_uri: `${CALLBACK}/foo` }));
    expect([answer.status, answer.location]).toEqual([400, undefined]);
  });

  it('oidcc-refresh-token', async () => {
    const second = await RelyingParty.register(stage);
    const { refresh_token: own } = await client.tokens(visitor);
    const { refresh_token: others } = await second.tokens(visitor);
    const refreshed = await client.token({ grant_type: 'refresh_token', refresh_token: own });
    expect(await client.userinfo(String(refreshed.body['access_token']))).toMatchObject({ status: 200 });
    const stolen = await client.token({ grant_type: 'refresh_token', refresh_token: others });
    expect(stolen).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  });

  it('oidcc-ensure-request-with-valid-pkce-succeeds', async () => {
    const verifier = randomBytes(32).toString('base64url');
    const challenge = { code_challenge: hash('sha256', verifier, 'base64url'), code_challenge_method: 'S256' };
    const { code } = await client.authorized(visitor, challenge);
    expect((await client.exchange(code, { code_verifier: verifier })).status).toBe(200);
  });
});
