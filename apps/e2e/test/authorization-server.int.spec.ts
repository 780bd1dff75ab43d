// Runs: embedded
import { readFile } from 'node:fs/promises';
import type { Route } from '@halyard/contracts';
import { authorizationRoutes, oauthRoutes } from '@halyard/contracts/authorization';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as oauth from 'oauth4webapi';
import { Agent, fetch as fetchBy, request } from 'undici';
import { FormBrowser } from '@halyard/suite/form-browser';
import { invitedPerson, type Login } from './support/people.js';
import { newIntegration } from './support/integration.js';
import { mediaTypesOf, operations, wrongInAnswer } from './support/openapi.js';
import { SharedSuite } from './support/shared-suite.js';

const routes = Object.entries<Route>({ ...authorizationRoutes, ...oauthRoutes });
const CALLBACK = 'https://partner.example/callback';
const FORM = 'application/x-www-form-urlencoded';

/** All that the authorization server has for applications: each answer is one that docs/openapi.json has. */
describe('the authorization server', () => {
  let shared: SharedSuite;
  let dispatcher: Agent;
  let baseUrl: string;
  let server: oauth.AuthorizationServer;
  let client: oauth.Client;
  let proof: oauth.ClientAuth;
  let login: Login;
  /** Routes and statuses that were answered. */
  const answered = new Set<string>();

  beforeAll(async () => {
    shared = await SharedSuite.join('authorization-server');
    const { caFile = '', ...connection } = shared.client.connection;
    ({ baseUrl } = connection);
    dispatcher = new Agent({ connect: { ca: await readFile(caFile, 'utf8') } });
    const keys = await newIntegration(shared, { name: 'Ledger Sync', redirectUrls: [CALLBACK] });
    client = { client_id: keys.key };
    proof = oauth.ClientSecretBasic(keys.secret);
    login = await invitedPerson(shared.suite, shared.client, 'owner');
    const issuer = new URL(baseUrl);
    server = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, trusting));
  });
  afterAll(async () => {
    await dispatcher.close();
    await shared.leave();
  });

  function check(method: string, path: string, status: number, type: string | null, text: string): void {
    const [name = ''] = routes.find(([, route]) => route.method === method && route.path === path) ?? [];
    answered.add(`${name} ${status}`);
    if (type?.startsWith('text/html') === true) expect(mediaTypesOf(name, status)).toContain('text/html');
    else expect(wrongInAnswer(name, status, text === '' ? {} : (JSON.parse(text) as object))).toEqual([]);
  }

  /** Asks as a program, and compares the answer with the document. */
  async function ask(url: string, given: Parameters<typeof fetchBy>[1] = {}) {
    const answer = await fetchBy(url, { ...given, dispatcher, redirect: 'manual' });
    const text = await answer.clone().text();
    check(given.method ?? 'GET', new URL(url).pathname, answer.status, answer.headers.get('content-type'), text);
    return answer;
  }
  const trusting = { [oauth.customFetch]: ask };

  async function browse(browser: FormBrowser, path: string): Promise<string> {
    const { status, location, text } = await browser.get(path);
    check('GET', new URL(path, baseUrl).pathname, status, text === '' ? null : 'text/html', text);
    return location;
  }
  const post = (path: string, fields: Readonly<Record<string, string>>, headers: Record<string, string> = {}) =>
    ask(`${baseUrl}${path}`, {
      method: 'POST',
      headers: { 'content-type': FORM, ...headers },
      body: new URLSearchParams(fields).toString(),
    });

  async function loggedIn(): Promise<FormBrowser> {
    const browser = new FormBrowser(baseUrl, dispatcher);
    await browser.send('/login', '/login', { ...login });
    return browser;
  }

  it('lets an application act that uses oauth4webapi: log-in, consent, tokens, refresh, questions and end', async () => {
    const verifier = oauth.generateRandomCodeVerifier();
    const [state, nonce] = [oauth.generateRandomState(), oauth.generateRandomNonce()];
    const asked = new URLSearchParams({
      ...{ client_id: client.client_id, redirect_uri: CALLBACK, response_type: 'code', state, nonce },
      ...{ scope: 'openid profile email transactions', code_challenge_method: 'S256' },
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    });
    const browser = await loggedIn();
    const interaction = await browse(browser, `/auth?${asked.toString()}`);
    const { location } = await browser.send(interaction, interaction, { answer: 'allow' });
    const returned = oauth.validateAuthResponse(server, client, new URL(location), state);
    const tokens = await oauth.processAuthorizationCodeResponse(
      server,
      client,
      await oauth.authorizationCodeGrantRequest(server, client, proof, returned, CALLBACK, verifier, trusting),
      { expectedNonce: nonce, requireIdToken: true },
    );
    const { sub = '' } = oauth.getValidatedIdTokenClaims(tokens) ?? {};
    const told = await oauth.userInfoRequest(server, client, tokens.access_token, trusting);
    expect(await oauth.processUserInfoResponse(server, client, sub, told)).toEqual({
      ...{ sub, name: 'Ada Byron', email: login.email, email_verified: true },
    });
    expect((await post('/userinfo', { access_token: tokens.access_token })).status).toBe(200);
    const again = await oauth.processRefreshTokenResponse(
      server,
      client,
      await oauth.refreshTokenGrantRequest(server, client, proof, tokens.refresh_token ?? '', trusting),
    );
    const known = await oauth.introspectionRequest(server, client, proof, again.access_token, trusting);
    expect(await oauth.processIntrospectionResponse(server, client, known)).toMatchObject({ active: true, sub });
    const ended = await oauth.revocationRequest(server, client, proof, again.refresh_token ?? '', trusting);
    await oauth.processRevocationResponse(ended);
    for (const { access_token: token } of [tokens, again]) {
      const refused = await oauth.userInfoRequest(server, client, token, trusting);
      await expect(oauth.processUserInfoResponse(server, client, sub, refused)).rejects.toMatchObject({ status: 401 });
    }
    await browse(browser, `/session/end?${new URLSearchParams({ id_token_hint: tokens.id_token ?? '' }).toString()}`);
  });

  it('gives an application without a browser codes, and an application by itself a token', async () => {
    const asked = { scope: 'openid transactions' };
    const codes = await oauth.processDeviceAuthorizationResponse(
      server,
      client,
      await oauth.deviceAuthorizationRequest(server, client, proof, asked, trusting),
    );
    const early = await oauth.deviceCodeGrantRequest(server, client, proof, codes.device_code, trusting);
    await expect(oauth.processDeviceCodeResponse(server, client, early)).rejects.toMatchObject({
      error: 'authorization_pending',
    });
    const own = await oauth.clientCredentialsGrantRequest(server, client, proof, { scope: 'transactions' }, trusting);
    const { access_token: token } = await oauth.processClientCredentialsResponse(server, client, own);
    expect((await post('/userinfo', { access_token: token })).status).toBe(401);
    const asks = oauth.genericTokenEndpointRequest(server, client, proof, 'password', {}, trusting);
    expect((await asks).status).toBe(400);
  });

  it('signs by keys that everybody reads, and takes forms for addresses', async () => {
    const { keys } = (await (await ask(server.jwks_uri ?? '')).json()) as { readonly keys: readonly object[] };
    expect(keys.length).toBeGreaterThan(1);
    for (const path of ['/auth', '/session/end']) {
      const { status, headers } = await post(path, { client_id: 'a b' });
      expect([status, headers.get('location')]).toEqual([303, `${path}?client_id=a+b`]);
    }
    await browse(new FormBrowser(baseUrl, dispatcher), '/session/end');
  });

  const application = { client_id: 'nobody', client_secret: 'x' };
  it.each([
    ['GET', '/auth', 400, undefined],
    ['GET', '/auth?client_id=nobody&response_type=code', 400, undefined],
    ['GET', '/session/end?post_logout_redirect_uri=x&client_id=nobody', 400, undefined],
    ['GET', '/userinfo', 401, undefined],
    ['POST', '/userinfo', 401, { access_token: 'x' }],
    ['POST', '/userinfo', 400, [['access_token', 'a'], ['access_token', 'b']]], // prettier-ignore
    ['POST', '/device/authorization', 401, application],
    ['POST', '/device/authorization', 400, {}],
    ['POST', '/token', 401, { grant_type: 'client_credentials', ...application }],
    ['POST', '/token/revocation', 401, { token: 'x', ...application }],
    ['POST', '/token/introspection', 401, { token: 'x', ...application }],
  ])('says what is wrong as the document says: %s %s is %i', async (method, path, status, form) => {
    const body = form && new URLSearchParams(form as Record<string, string>).toString();
    const headers = { accept: '*/*', ...(body !== undefined && { 'content-type': FORM }) };
    const answer = await ask(`${baseUrl}${path}`, { method, headers, ...(body !== undefined && { body }) });
    expect(answer.status).toBe(status);
  });

  it.each(routes)('%s refuses what it can’t read, or can’t answer', async (_, { method, path }) => {
    const sent = method === 'GET' ? {} : { body: 'x', headers: { 'content-type': 'text/plain' } };
    const refusals = [await ask(`${baseUrl}${path}?a=1`, { method, headers: { accept: 'image/png' } })];
    if (method === 'POST') refusals.push(await ask(`${baseUrl}${path}`, { method, ...sent }));
    expect(refusals.map(({ status }) => status)).toEqual(method === 'GET' ? [406] : [406, 415]);
  });

  it.each([
    ['/.well-known/openid-configuration', 200],
    ['/jwks', 200],
    ['/userinfo', 401],
  ])('answers in JSON at %s who names the type of the API in every request', async (path, expected) => {
    const headers = { accept: 'application/vnd.service.v1.hal+json' };
    const answer = await ask(`${baseUrl}${path}`, { headers });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      expected,
      expect.stringMatching(/^application\/(json|jwk-set\+json)/),
    ]);
  });

  it('refuses an end that is asked for from a linking page', async () => {
    for (const path of ['/auth', '/session/end']) {
      const headers = { referer: `${baseUrl}/linking/applications/1`, accept: 'text/html' };
      expect((await ask(`${baseUrl}${path}`, { headers })).status).toBe(403);
    }
  });

  it('answered each of its routes at least once as the document says', () => {
    const done = routes.filter(([name]) => answered.has(`${name} 200`) || answered.has(`${name} 303`));
    expect(done.map(([name]) => name)).toEqual(routes.map(([name]) => name));
    expect(routes.filter(([name]) => !operations.has(name))).toEqual([]);
  });

  it('asks for a token at /userinfo as RFC 6750 says', async () => {
    const { headers, body } = await request(`${baseUrl}/userinfo`, { dispatcher });
    await body.dump();
    expect(headers['www-authenticate']).toBe('Bearer realm="api"');
  });
});
