import { hash, randomBytes, randomUUID } from 'node:crypto';
import { applicationPrincipal } from '@halyard/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose';
import { PASSWORD, PagesStage } from '../../test/support/pages-stage.js';
import type { VisitedPage, Visitor } from '../../test/support/visitor.js';
import { ApplicationCredentials } from '../application/application-credentials.js';
import { Application, plainApplication } from '../application/application.entity.js';
import type { SeededPerson } from '../seed.js';
import { SigningKeys } from '../signing-key/signing-keys.js';

const REDIRECT_URL = 'http://localhost:3000/callback';
const ISSUER = 'https://localhost:8443';

let stage: PagesStage;
let person: SeededPerson;
let shop: { readonly id: string; readonly secret: string };
beforeAll(async () => {
  stage = await PagesStage.open();
  person = await stage.newPerson();
  shop = await newApplication({});
});
afterAll(() => stage.close());

async function newApplication(given: Partial<Application>) {
  const { auth } = stage;
  const id = randomUUID();
  const secret = randomBytes(32).toString('base64url');
  const accountId = await auth.openAccount({ name: 'Ledger Partner' });
  await auth.dataSource.manager.insert(Application, {
    ...plainApplication,
    ...{ id, key: id, accountId, number: 2, name: 'Ledger <b>Sync</b>', kind: 'integration' },
    secretHash: auth.service.get(ApplicationCredentials).hash(secret),
    scopes: ['send', 'transactions', 'openid'],
    redirectUrls: [REDIRECT_URL],
    createdAt: new Date(),
    ...given,
  });
  return { id, secret };
}

const authPath = (given: Readonly<Record<string, string | undefined>> = {}): string => {
  const all = {
    ...{ client_id: shop.id, redirect_uri: REDIRECT_URL, response_type: 'code' },
    ...{ scope: 'openid transactions email', state: 'xyz' },
    ...given,
  };
  const pairs = Object.entries(all).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return `/auth?${new URLSearchParams(pairs).toString()}`;
};

/** What came back to the application. */
function returnedTo({ location, html }: VisitedPage): Readonly<Record<string, string>> {
  expect(location ?? html).toMatch(/^http:.*callback\?/);
  return Object.fromEntries(new URL(location ?? '').searchParams);
}

const interactionAt = ({ location, html }: VisitedPage): string => {
  expect(location ?? html).toMatch(/^\/interaction\/[\w-]{43}$/);
  return location ?? '';
};

async function allowed(visitor: Visitor, given: Parameters<typeof authPath>[0] = {}): Promise<string> {
  const asked = await visitor.get(authPath(given));
  const answered = asked.location?.startsWith('/interaction/')
    ? await visitor.send(interactionAt(asked), { answer: 'allow' })
    : asked;
  return returnedTo(answered)['code'] ?? '';
}

async function exchange(form: Readonly<Record<string, string>>, client = shop) {
  const credentials = { client_id: client.id, client_secret: client.secret };
  const answer = await stage.auth.call('POST', '/token', {
    form: { grant_type: 'authorization_code', redirect_uri: REDIRECT_URL, ...credentials, ...form },
  });
  if (answer.body.type !== 'raw') throw new Error(JSON.stringify(answer));
  return { status: answer.status, body: JSON.parse(answer.body.body) as Record<string, string> };
}

describe('an authorization', () => {
  it('leads over log-in and consent to a code, and the code to tokens', async () => {
    const visitor = stage.visitor();
    const interaction = interactionAt(await visitor.get(authPath({ nonce: 'n-1' })));
    const logIn = await visitor.get(interaction);
    expect(logIn.heading).toBe('Log in');
    expect(logIn.html).toContain('to continue to <strong>Ledger &lt;b&gt;Sync&lt;/b&gt;</strong>');
    expect(logIn.headers['content-security-policy']).toContain("form-action 'self' https: http://localhost:3000;");

    const wrong = await visitor.send(
      interaction,
      { email: person.email, password: 'x', then: interaction },
      { action: '/login' },
    );
    expect(wrong.status).toBe(401);
    expect(wrong.html).toContain('to continue to <strong>Ledger');
    expect(wrong.html.match(/The e-mail address or the password is wrong/g)).toHaveLength(1);
    expect(wrong.headers['content-security-policy']).toContain('https: http://localhost:3000;');

    const loggedIn = await visitor.send(
      interaction,
      { email: person.email, password: PASSWORD, then: interaction },
      { action: '/login' },
    );
    expect(loggedIn.location).toBe(interaction);
    const next = interactionAt(await visitor.get(interaction));
    const consent = await visitor.get(next);
    expect(consent.heading).toBe('Ledger &lt;b&gt;Sync&lt;/b&gt; asks for access');
    for (const word of ['Ledger Partner', person.email, 'Acme', 'See transfers and balances'])
      expect(consent.html).toContain(word);
    const answered = returnedTo(await visitor.send(next, { answer: 'allow' }));
    expect(answered).toEqual({ code: expect.any(String), state: 'xyz', iss: ISSUER });

    const { status, body } = await exchange({ code: answered['code'] ?? '' });
    expect(status).toBe(200);
    expect(body).toEqual({
      access_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 3600,
      refresh_token: expect.any(String),
      refresh_expires_in: 5_184_000,
      scope: 'openid transactions email',
      account_id: person.accountId,
      _links: { account: { href: `${ISSUER}/accounts/${person.accountId}` } },
      id_token: expect.any(String),
    });
    expect(decodeJwt(body['access_token'] ?? '')).toMatchObject({
      sub: person.personId,
      client_id: shop.id,
      account_id: person.accountId,
      scope: 'openid transactions email',
      may: 'read-write-transact',
      jti: expect.any(String),
      sid: expect.any(String),
    });
    const keys = createLocalJWKSet(await stage.auth.service.get(SigningKeys).publicKeys('RS256'));
    const currentDate = stage.auth.clock.system();
    const idToken = await jwtVerify(body['id_token'] ?? '', keys, { issuer: ISSUER, audience: shop.id, currentDate });
    expect(idToken.protectedHeader.alg).toBe('RS256');
    expect(idToken.payload).toMatchObject({
      sub: person.personId,
      nonce: 'n-1',
      amr: ['pwd'],
      auth_time: expect.any(Number),
    });
  });

  it('knows whom an ID token is about that comes as a hint, whichever key has signed it', async () => {
    const visitor = await stage.loggedIn(person);
    const principal = applicationPrincipal();
    const body = { leadSeconds: 300 };
    const hinted = async (): Promise<string> =>
      String((await exchange({ code: await allowed(visitor) })).body['id_token']);
    const former = await hinted();
    await stage.auth.service.call('POST', '/operations/signing-key-rotations', { body, principal });
    stage.auth.clock.advance(300_000);
    const hints = [former, await hinted()];
    const kids = hints.map((hint) => decodeProtectedHeader(hint).kid);
    expect(kids[0]).not.toBe(kids[1]);
    for (const hint of hints)
      expect(returnedTo(await visitor.get(authPath({ id_token_hint: hint, prompt: 'none' })))).toHaveProperty('code');
    const other = await stage.loggedIn(await stage.newPerson());
    const wrong = await other.get(authPath({ id_token_hint: former, prompt: 'none' }));
    expect(returnedTo(wrong)).toMatchObject({ error: 'login_required' });
  });

  it('asks for consent once, and again for more scopes', async () => {
    const visitor = await stage.loggedIn(person);
    await allowed(visitor, { scope: 'transactions' });
    expect(returnedTo(await visitor.get(authPath({ scope: 'transactions' })))).toHaveProperty('code');
    expect(returnedTo(await visitor.get(authPath({ scope: 'transactions', prompt: 'none' })))).toHaveProperty('code');
    interactionAt(await visitor.get(authPath({ scope: 'transactions send' })));
    interactionAt(await visitor.get(authPath({ scope: 'transactions', prompt: 'consent' })));
  });

  it('is denied', async () => {
    const other = await stage.newPerson();
    const visitor = await stage.loggedIn(other);
    const denied = await visitor.send(interactionAt(await visitor.get(authPath())), { answer: 'deny' });
    expect(returnedTo(denied)).toMatchObject({ error: 'access_denied', state: 'xyz', iss: ISSUER });
  });

  it('lets a member deny alone', async () => {
    const member = await stage.newPerson({ accountId: person.accountId, role: 'member' });
    const visitor = await stage.loggedIn(member);
    const interaction = interactionAt(await visitor.get(authPath()));
    const page = await visitor.get(interaction);
    expect(page.html).toContain('Only an owner of Acme can allow this.');
    expect(page.html).not.toContain('value="allow"');
    expect((await visitor.send(interaction, { answer: 'allow' })).status).toBe(403);
    expect(returnedTo(await visitor.send(interaction, { answer: 'deny' }))).toMatchObject({ error: 'access_denied' });
  });

  it('asks for the account where there are several, and is for the one that was chosen', async () => {
    const owner = await stage.newPerson();
    const second = await stage.auth.openAccount({ name: 'Second' });
    await stage.newPerson({ email: owner.email, accountId: second, role: 'owner' });
    const visitor = await stage.loggedIn(owner);
    const choice = interactionAt(await visitor.get(authPath()));
    expect((await visitor.get(choice)).heading).toBe('Choose an account');
    const foreign = await visitor.send(choice, { account: person.accountId });
    expect([foreign.status, foreign.heading]).toEqual([400, 'Choose an account']);
    const consent = interactionAt(await visitor.send(choice, { account: second }));
    const { code = '' } = returnedTo(await visitor.send(consent, { answer: 'allow' }));
    expect((await exchange({ code })).body['account_id']).toBe(second);
    expect(returnedTo(await visitor.get(authPath({ prompt: 'none' })))).toMatchObject({
      error: 'account_selection_required',
    });
    const again = await visitor.get(interactionAt(await visitor.get(authPath())));
    expect(again.html).toMatch(new RegExp(`value="${second}"\\s+checked`));
  });

  it('belongs to the browser that began it', async () => {
    const interaction = interactionAt(await stage.visitor().get(authPath()));
    const stranger = await stage.loggedIn(person);
    expect((await stranger.get(interaction)).status).toBe(404);
  });

  it('without interaction tells what is missing', async () => {
    expect(returnedTo(await stage.visitor().get(authPath({ prompt: 'none' })))).toMatchObject({
      error: 'login_required',
    });
    const fresh = await stage.loggedIn(await stage.newPerson());
    expect(returnedTo(await fresh.get(authPath({ prompt: 'none' })))).toMatchObject({ error: 'consent_required' });
  });

  it('may be asked for by a form, which leads to the same', async () => {
    const parameters = Object.fromEntries(new URL(authPath(), ISSUER).searchParams);
    const answer = await stage.visitor().post('/auth', parameters, { headers: { origin: 'https://shop.example' } });
    expect([answer.status, answer.location]).toEqual([303, authPath()]);
  });

  it('of an application of ours asks nobody for consent, and gives what the role allows', async () => {
    const console = await newApplication({ kind: 'first-party', name: 'Console' });
    const viewer = await stage.newPerson({ role: 'viewer' });
    const visitor = await stage.loggedIn(viewer);
    const { code = '' } = returnedTo(await visitor.get(authPath({ client_id: console.id })));
    const { body } = await exchange({ code }, console);
    expect(decodeJwt(body['access_token'] ?? '')).toMatchObject({
      may: 'read',
      first_party: true,
      sub: viewer.personId,
    });
  });
});

describe('a fault of an authorization', () => {
  it.each<[string, Record<string, string | undefined>]>([
    ['unsupported_response_type', { response_type: 'token' }],
    ['unsupported_response_type', { response_type: 'id_token' }],
    ['invalid_request', { response_type: undefined }],
    ['invalid_request', { scope: undefined }],
    ['invalid_request', { code_challenge: 'x'.repeat(43), code_challenge_method: 'plain' }],
    ['invalid_request', { code_challenge: 'x'.repeat(43) }],
    ['unsupported_response_mode', { response_mode: 'fragment' }],
    ['invalid_scope', { scope: 'transactions everything' }],
    ['invalid_scope', { scope: 'funding' }],
    ['invalid_scope', { scope: 'operator' }],
  ])('goes back as %s: %j', async (error, given) => {
    const answer = await stage.visitor().get(authPath(given));
    expect(answer.status).toBe(303);
    expect(returnedTo(answer)).toMatchObject({
      error,
      error_description: expect.any(String),
      state: 'xyz',
      iss: ISSUER,
    });
  });

  it('is a parameter that comes twice', async () => {
    const answer = await stage.visitor().get(`${authPath()}&scope=send`);
    expect(returnedTo(answer)).toMatchObject({ error: 'invalid_request', state: 'xyz', iss: ISSUER });
  });

  it('is money for an application that moves none, and a missing challenge where it is required', async () => {
    const reader = await newApplication({ permissions: 'write' });
    const asked = await stage.visitor().get(authPath({ client_id: reader.id, scope: 'send' }));
    expect(returnedTo(asked)).toMatchObject({ error: 'invalid_scope' });
    const strict = await newApplication({ strictRedirects: true });
    const plain = await stage.visitor().get(authPath({ client_id: strict.id }));
    expect(returnedTo(plain)).toMatchObject({ error: 'invalid_request' });
  });

  const FOREIGN = 'may not send people back';
  it.each<[string, Record<string, string | undefined>, string]>([
    ['an unknown application', { client_id: randomUUID() }, 'No application with this client_id'],
    ['no application', { client_id: undefined }, 'client_id'],
    ['a foreign redirect URL', { redirect_uri: 'https://evil.example/' }, FOREIGN],
    ['such a one beside another fault', { redirect_uri: 'https://evil.example/', response_type: 'token' }, FOREIGN],
  ])('is shown in words and goes nowhere: %s', async (_, given, words) => {
    const answer = await stage.visitor().get(authPath(given));
    expect([answer.status, answer.location]).toEqual([400, undefined]);
    expect(answer.html).toContain(words);
    expect(answer.html).not.toMatch(/evil\.example|\.\./);
  });

  it.each(['waiting', 'rejected', 'suspended'] as const)('is an application that is %s', async (status) => {
    const { id } = await newApplication({ status });
    const answer = await stage.visitor().get(authPath({ client_id: id }));
    expect([answer.status, answer.location]).toEqual([403, undefined]);
  });

  it('returns a state of 4 kB unchanged', async () => {
    const state = `ü&%"<+ ${'x'.repeat(4_000)}`;
    const answer = await stage.visitor().get(authPath({ state, prompt: 'none' }));
    expect(returnedTo(answer)['state']).toBe(state);
  });
});

describe('a code', () => {
  it('is exchanged with the verifier of its challenge alone', async () => {
    const visitor = await stage.loggedIn(person);
    const verifier = randomBytes(32).toString('base64url');
    const challenge = { code_challenge: hash('sha256', verifier, 'base64url'), code_challenge_method: 'S256' };
    const code = await allowed(visitor, challenge);
    expect(await exchange({ code })).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    expect(await exchange({ code, code_verifier: 'x'.repeat(43) })).toMatchObject({ body: { error: 'invalid_grant' } });
    expect(await exchange({ code, code_verifier: verifier })).toMatchObject({ status: 200 });
    const without = await allowed(visitor);
    expect(await exchange({ code: without, code_verifier: verifier })).toMatchObject({
      body: { error: 'invalid_grant' },
    });
  });

  it('is for its application and redirect URL, lives for a minute, and is no other text', async () => {
    const visitor = await stage.loggedIn(person);
    const code = await allowed(visitor);
    const other = await newApplication({});
    expect(await exchange({ code }, other)).toMatchObject({ body: { error: 'invalid_grant' } });
    expect(await exchange({ code, redirect_uri: `${REDIRECT_URL}?x=1` })).toMatchObject({
      body: { error: 'invalid_grant' },
    });
    expect(await exchange({ code: 'x'.repeat(43) })).toMatchObject({ body: { error: 'invalid_grant' } });
    const form = { grant_type: 'authorization_code', client_id: shop.id, client_secret: shop.secret, code };
    const missing = await stage.auth.call('POST', '/token', { form });
    expect(missing).toMatchObject({ status: 400, body: { body: expect.stringContaining('invalid_request') } });
    stage.auth.clock.advance(60_000);
    expect(await exchange({ code })).toMatchObject({ body: { error: 'invalid_grant' } });
  });

  it('is exchanged with the registered redirect URL too, where one with more parameters was sent', async () => {
    const visitor = await stage.loggedIn(person);
    const several = await newApplication({ redirectUrls: [REDIRECT_URL, 'http://localhost:3000/callback/other'] });
    const sent = { client_id: several.id, redirect_uri: `${REDIRECT_URL}?x=1` };
    const others = ['http://localhost:3000/callback/other', `${REDIRECT_URL}?x=2`, 'http://localhost:3000/'];
    const code = await allowed(visitor, sent);
    for (const redirect_uri of others) {
      expect(await exchange({ code, redirect_uri }, several)).toMatchObject({ body: { error: 'invalid_grant' } });
    }
    expect((await exchange({ code, redirect_uri: REDIRECT_URL }, several)).status).toBe(200);
    const again = await allowed(visitor, sent);
    expect((await exchange({ code: again, redirect_uri: `${REDIRECT_URL}?x=1` }, several)).status).toBe(200);
  });

  it('gives tokens to one of ten exchanges at once, and ends nothing', async () => {
    const code = await allowed(await stage.loggedIn(person));
    const answers = await Promise.all(Array.from({ length: 10 }, () => exchange({ code })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(400)]);
    const families = await stage.auth.dataSource.query<unknown[]>(
      'SELECT 1 FROM token_families WHERE exchanged_at IS NOT NULL AND ended_at IS NOT NULL',
    );
    expect(families).toEqual([]);
  });

  it('is a security event from the consent on, and so is its second use', async () => {
    const own = await stage.newPerson();
    const visitor = await stage.loggedIn(own);
    await visitor.send(interactionAt(await visitor.get(authPath())), { answer: 'deny' });
    const code = await allowed(visitor);
    await exchange({ code });
    stage.auth.clock.advance(1_000);
    await exchange({ code });
    const disconnect = `/me/applications/${shop.id}`;
    await visitor.send('/me', {}, { action: disconnect });
    const rows = await stage.auth.dataSource.query<{ type: string; application_id: string | null }[]>(
      'SELECT type, application_id FROM security_events WHERE owner_id = $1 ORDER BY number DESC LIMIT 4',
      [own.accountId],
    );
    expect(rows).toEqual(
      ['consent_withdrawn', 'token_reuse_detected', 'consent_granted', 'consent_denied'].map((type) => ({
        type,
        application_id: shop.id,
      })),
    );
  });

  it('that is used again ends all that it gave', async () => {
    const code = await allowed(await stage.loggedIn(person));
    const { body } = await exchange({ code });
    stage.auth.clock.advance(1_000);
    expect((await exchange({ code })).body).toMatchObject({ error: 'invalid_grant' });
    expect((await refresh(body['refresh_token'])).body).toMatchObject({ error: 'invalid_grant' });
  });
});

async function refresh(refreshToken = '', more: Readonly<Record<string, string>> = {}, client = shop) {
  return exchange({ grant_type: 'refresh_token', refresh_token: refreshToken, ...more }, client);
}

describe('a refresh token', () => {
  const begun = async () => (await exchange({ code: await allowed(await stage.loggedIn(person)) })).body;

  it('gives a new pair, and the same one again for a minute, also to ten at once', async () => {
    const first = await begun();
    const answers = await Promise.all(Array.from({ length: 10 }, () => refresh(first['refresh_token'])));
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(10).fill(200));
    expect(new Set(answers.map(({ body }) => body['access_token'])).size).toBe(1);
    const [second] = answers;
    expect(second?.body['refresh_token']).not.toBe(first['refresh_token']);
    expect(second?.body).toMatchObject({
      scope: first['scope'],
      account_id: person.accountId,
      refresh_expires_in: 5_184_000,
    });
    stage.auth.clock.advance(59_000);
    expect((await refresh(first['refresh_token'])).body['access_token']).toBe(second?.body['access_token']);
    expect((await refresh(second?.body['refresh_token'])).status).toBe(200);
  });

  it.each([
    ['after that minute', 1],
    ['that is older', 2],
  ])('that was exchanged ends its family, and no other, %s', async (_, exchanges) => {
    const [first, other] = [await begun(), await begun()];
    let newest = first['refresh_token'];
    for (let count = 0; count < exchanges; count += 1) newest = (await refresh(newest)).body['refresh_token'];
    if (exchanges === 1) stage.auth.clock.advance(60_000);
    expect(await refresh(first['refresh_token'])).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    expect((await refresh(newest)).body).toMatchObject({ error: 'invalid_grant' });
    expect((await refresh(other['refresh_token'])).status).toBe(200);
  });

  it('of another application, or made up, is invalid and ends nothing', async () => {
    const { refresh_token: token = '' } = await begun();
    const other = await newApplication({});
    expect((await refresh(token, {}, other)).body).toMatchObject({ error: 'invalid_grant' });
    for (const made of [`${token}x`, token.replace('.0.', '.1.'), token.slice(0, 36), 'x', '..', '\0'])
      expect((await refresh(made)).body).toMatchObject({ error: 'invalid_grant' });
    expect((await refresh(token)).status).toBe(200);
  });

  it('narrows the scopes, and never widens them', async () => {
    const { refresh_token: token } = await begun();
    expect((await refresh(token, { scope: 'send' })).body).toMatchObject({ error: 'invalid_scope' });
    expect((await refresh(token, { scope: 'Transactions' })).body).toMatchObject({ scope: 'transactions' });
  });

  it('lives for 60 days from each exchange', async () => {
    const { refresh_token: token } = await begun();
    stage.auth.clock.advance(59 * 86_400_000);
    const { body } = await refresh(token);
    stage.auth.clock.advance(59 * 86_400_000);
    const next = await refresh(body['refresh_token']);
    expect(next.status).toBe(200);
    stage.auth.clock.advance(60 * 86_400_000);
    expect((await refresh(next.body['refresh_token'])).body).toMatchObject({ error: 'invalid_grant' });
  });

  it('is worth nothing once the person owns the account no more', async () => {
    const { refresh_token: token } = await begun();
    await stage.auth.dataSource.query(`UPDATE memberships SET role = 'member' WHERE person_id = $1`, [person.personId]);
    expect((await refresh(token)).body).toMatchObject({ error: 'invalid_grant' });
    await stage.auth.dataSource.query(`UPDATE memberships SET role = 'owner' WHERE person_id = $1`, [person.personId]);
  });

  it('of an application of ours ends with the session', async () => {
    const console = await newApplication({ kind: 'first-party', name: 'Console' });
    const visitor = await stage.loggedIn(person);
    const code = await allowed(visitor, { client_id: console.id });
    const { body } = await exchange({ code }, console);
    await visitor.send('/logout', { answer: 'leave' });
    expect((await refresh(body['refresh_token'], {}, console)).body).toMatchObject({ error: 'invalid_grant' });
  });
});

describe('a person that withdraws', () => {
  it('disconnects an application: what it got ends, and it has to ask again', async () => {
    const visitor = await stage.loggedIn(person);
    const { body } = await exchange({ code: await allowed(visitor) });
    const action = `/me/applications/${shop.id}`;
    const profile = (await visitor.get('/me')).html;
    for (const told of ['Connected applications', 'Connected to Acme since', 'See transfers and balances', 'Last used'])
      expect(profile).toContain(told);
    expect((await visitor.send('/me', {}, { action })).location).toBe('/me');
    expect((await refresh(body['refresh_token'])).body).toMatchObject({ error: 'invalid_grant' });
    const { family } = decodeJwt(body['access_token'] ?? '');
    const ended = await stage.auth.dataSource.query<unknown[]>(
      `SELECT FROM revocations WHERE kind = 'family' AND id = $1 AND before IS NULL`,
      [family],
    );
    expect(ended).toHaveLength(1);
    interactionAt(await visitor.get(authPath()));
  });

  it('that logs out ends the tokens of the session', async () => {
    const visitor = await stage.loggedIn(person);
    await visitor.send('/logout', { answer: 'leave' });
    const [row] = await stage.auth.dataSource.query<{ count: string }[]>(
      `SELECT count(*) FROM revocations JOIN sessions ON kind = 'session' AND revocations.id = sessions.id::text
       WHERE person_id = $1 AND ended_at IS NOT NULL`,
      [person.personId],
    );
    expect(Number(row?.count)).toBeGreaterThan(0);
  });
});

describe('what clients find out by themselves', () => {
  const read = async (path: string) => JSON.parse((await stage.visitor().get(path)).html) as Record<string, unknown>;

  it('is true', async () => {
    expect(await read('/.well-known/openid-configuration')).toMatchObject({
      issuer: ISSUER,
      authorization_endpoint: `${ISSUER}/auth`,
      userinfo_endpoint: `${ISSUER}/userinfo`,
      jwks_uri: `${ISSUER}/jwks`,
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
    });
  });

  it('has the keys of both kinds of token, without their private part', async () => {
    const { keys } = (await read('/jwks')) as { readonly keys: readonly Record<string, unknown>[] };
    expect(keys.map(({ alg }) => alg).sort()).toEqual(['ES256', 'RS256']);
    for (const key of keys) expect(Object.keys(key)).not.toContain('d');
  });
});

describe('a refresh', () => {
  const refresh = (token = '', more: Readonly<Record<string, string>> = {}) =>
    exchange({ grant_type: 'refresh_token', refresh_token: token, ...more });

  it('gives an ID token as the first one was, but for the nonce, where openid was granted', async () => {
    const visitor = await stage.loggedIn(person);
    const { body: first } = await exchange({ code: await allowed(visitor, { nonce: 'n-2' }) });
    stage.auth.clock.advance(5_000);
    const { body: next } = await refresh(first['refresh_token']);
    expect(Object.keys(next).sort()).toEqual(Object.keys(first).sort());
    const [before, after] = [decodeJwt(first['id_token'] ?? ''), decodeJwt(next['id_token'] ?? '')];
    const { nonce, iat, exp, ...same } = before;
    expect(after).toEqual({ ...same, iat: (iat ?? 0) + 5, exp: (exp ?? 0) + 5 });
    expect([nonce, same['auth_time']]).toEqual(['n-2', expect.any(Number)]);
    const { body: narrow } = await refresh(next['refresh_token'], { scope: 'transactions' });
    expect(narrow).not.toHaveProperty('id_token');
  });

  it('takes offline_access, which changes nothing', async () => {
    const scope = 'openid transactions offline_access';
    const { body: first } = await exchange({ code: await allowed(await stage.loggedIn(person), { scope }) });
    const { body: all } = await refresh(first['refresh_token'], { scope });
    const { body: alone } = await refresh(all['refresh_token'], { scope: 'offline_access' });
    expect([first['scope'], all['scope'], alone['scope']]).toEqual(Array(3).fill('openid transactions'));
  });
});

describe('the resource that a token is for', () => {
  it.each([ISSUER, `${ISSUER}/`])('may be the API: %s', async (resource) => {
    const { body } = await exchange({ code: await allowed(await stage.loggedIn(person), { resource }), resource });
    expect(decodeJwt(body['access_token'] ?? '').aud).toBe('urn:service:api');
    const refreshed = await exchange({
      grant_type: 'refresh_token',
      refresh_token: body['refresh_token'] ?? '',
      resource,
    });
    expect(refreshed.status).toBe(200);
    expect((await exchange({ grant_type: 'client_credentials', resource })).status).toBe(200);
  });

  it('is nothing else', async () => {
    const resource = 'https://other.example/';
    expect(returnedTo(await stage.visitor().get(authPath({ resource })))).toMatchObject({ error: 'invalid_target' });
    const twice = await stage
      .visitor()
      .get(`${authPath({ resource: ISSUER })}&resource=${encodeURIComponent(resource)}`);
    expect(returnedTo(twice)).toMatchObject({ error: 'invalid_target' });
    for (const grant of ['client_credentials', 'authorization_code', 'refresh_token']) {
      expect(await exchange({ grant_type: grant, resource })).toMatchObject({
        status: 400,
        body: { error: 'invalid_target' },
      });
    }
  });
});

it('the times of every token are whole seconds', async () => {
  stage.auth.clock.advance(1_337);
  const { body } = await exchange({ code: await allowed(await stage.loggedIn(person)) });
  const own = await exchange({ grant_type: 'client_credentials' });
  const tokens = [body['access_token'], body['id_token'], own.body['access_token']].map((token) =>
    decodeJwt(token ?? ''),
  );
  for (const { iat, nbf = 0, exp, auth_time: authTime = 0 } of tokens) {
    expect([iat, nbf, exp, authTime].map(Number.isInteger)).toEqual(Array(4).fill(true));
  }
});
