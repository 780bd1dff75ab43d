import { randomBytes, randomUUID } from 'node:crypto';
import { FIRST_PARTY_SECRET, firstPartyKeys } from '@halyard/contracts/applications';
import { Sealer } from '@halyard/persistence';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { decodeJwt } from 'jose';
import { PagesStage } from '../../test/support/pages-stage.js';
import { Revocations } from '../revocation/revocations.js';
import type { SeededApplication, SeededPerson } from '../seed.js';

const REDIRECT_URL = 'http://localhost:3000/callback';

interface Client {
  readonly key: string;
  readonly secret: string;
}

let stage: PagesStage;
let person: SeededPerson;
let shop: SeededApplication;
let operator: Client;
beforeAll(async () => {
  stage = await PagesStage.open();
  person = await stage.newPerson();
  operator = { key: randomUUID(), secret: randomBytes(32).toString('base64url') };
  const operators = await stage.auth.openAccount({ operator: true, application: operator });
  await stage.seed.addFirstParty({ accountId: operators, consoleUrl: 'https://localhost:8443/console/' });
  shop = await newApplication();
});
afterAll(() => stage.close());

const newApplication = async (): Promise<SeededApplication> =>
  stage.seed.addApplication({
    ...{ accountId: await stage.auth.openAccount(), name: 'Shop', kind: 'integration' },
    ...{ redirectUrls: [REDIRECT_URL], permissions: 'read-write-transact', isApproved: true, isStrict: false },
  });

async function send(path: string, form: Readonly<Record<string, string>>, authorization?: string) {
  const { status, body } = await stage.auth.call('POST', path, { form, ...(authorization && { authorization }) });
  if (body.type !== 'raw') throw new Error(JSON.stringify(body));
  return { status, body: (body.body === '' ? undefined : JSON.parse(body.body)) as Record<string, string> | undefined };
}

const proofOf = ({ key, secret }: Client) => ({ client_id: key, client_secret: secret });
const revoke = (token: string, client: Client = shop) => send('/token/revocation', { ...proofOf(client), token });
const introspect = (token: string, client: Client = shop) =>
  send('/token/introspection', { ...proofOf(client), token });
const isActive = async (token: string): Promise<unknown> => (await introspect(token)).body?.['active'];

/** The tokens of a new authorization. */
async function authorized(client: Client = shop) {
  const asked = { client_id: client.key, redirect_uri: REDIRECT_URL, response_type: 'code', scope: 'openid send' };
  const visitor = await stage.loggedIn(person);
  const { location: first = '' } = await visitor.get(`/auth?${new URLSearchParams(asked).toString()}`);
  const { location = '' } = first.startsWith('/')
    ? await visitor.send(first, { answer: 'allow' })
    : { location: first };
  const code = new URL(location).searchParams.get('code') ?? '';
  const form = { grant_type: 'authorization_code', code, redirect_uri: REDIRECT_URL };
  const { body } = await send('/token', { ...proofOf(client), ...form });
  return { access: body?.['access_token'] ?? '', refresh: body?.['refresh_token'] ?? '' };
}

const own = async (client: Client): Promise<string> =>
  (await send('/token', { ...proofOf(client), grant_type: 'client_credentials' })).body?.['access_token'] ?? '';
const refreshed = async (token: string) =>
  (await send('/token', { ...proofOf(shop), grant_type: 'refresh_token', refresh_token: token })).body;

describe('a revocation', () => {
  it('of an access token ends it alone', async () => {
    const { access, refresh } = await authorized();
    expect(await revoke(access)).toEqual({ status: 200, body: undefined });
    expect([await isActive(access), await isActive(refresh)]).toEqual([false, true]);
    const kept = await stage.auth.dataSource.query<unknown[]>(
      `SELECT FROM revocations WHERE kind = 'token' AND id = $1 AND before IS NULL`,
      [decodeJwt(access).jti],
    );
    expect(kept).toHaveLength(1);
  });

  it('of a refresh token, also of a former one, ends its family, and no other', async () => {
    const [first, other] = [await authorized(), await authorized()];
    await refreshed(first.refresh);
    await revoke(first.refresh);
    expect(await refreshed(first.refresh)).toMatchObject({ error: 'invalid_grant' });
    expect([await isActive(first.access), await isActive(other.access)]).toEqual([false, true]);
    expect(await refreshed(other.refresh)).toHaveProperty('access_token');
  });

  it('of a token of another application does nothing, and tells nothing', async () => {
    const tokens = await authorized();
    const other = await newApplication();
    const made = [
      tokens.access,
      tokens.refresh,
      `${tokens.refresh}x`,
      'x',
      '..',
      'x'.repeat(4_000),
      tokens.access.slice(1),
    ];
    for (const token of made) expect(await revoke(token, other)).toEqual({ status: 200, body: undefined });
    expect([await isActive(tokens.access), await isActive(tokens.refresh)]).toEqual([true, true]);
  });

  it('of the own token of an application, by itself', async () => {
    const token = await own(operator);
    await revoke(token, operator);
    expect((await introspect(token, operator)).body).toEqual({ active: false });
  });

  it('is proved by a public application by its name alone, which introspection does not accept', async () => {
    const client_id = firstPartyKeys.commandLine;
    expect((await send('/token/revocation', { client_id, token: 'x' })).status).toBe(200);
    expect(await send('/token/introspection', { client_id, token: 'x' })).toMatchObject({
      status: 401,
      body: { error: 'invalid_client' },
    });
  });
});

describe.each(['/token/revocation', '/token/introspection'])('%s', (path) => {
  const basic = (key: string, secret: string) => `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`;
  const token = { token: 'x' };

  it('takes credentials in the header, form-encoded, and in the form', async () => {
    const encoded = (text: string) => [...Buffer.from(text)].map((byte) => `%${byte.toString(16)}`).join('');
    const headers = [basic(shop.key, shop.secret), basic(encoded(shop.key), encoded(shop.secret))];
    for (const header of headers) expect((await send(path, token, header)).status).toBe(200);
    expect((await send(path, { ...token, ...proofOf(shop) })).status).toBe(200);
    expect((await send(path, { ...token, ...proofOf(shop) }, basic(shop.key, shop.secret))).status).toBe(200);
  });

  const none = (): undefined => undefined;
  it.each<[string, number, string, () => Parameters<typeof send>[1], () => string | undefined]>([
    ['no credentials', 401, 'invalid_client', () => token, none],
    ['a wrong secret', 401, 'invalid_client', () => ({ ...token, ...proofOf({ ...shop, secret: 'x' }) }), none],
    [
      'an unknown application',
      401,
      'invalid_client',
      () => ({ ...token, ...proofOf({ key: 'nobody', secret: 'x' }) }),
      none,
    ],
    ['a name where there is a secret', 401, 'invalid_client', () => ({ ...token, client_id: shop.key }), none],
    ['no token', 400, 'invalid_request', () => proofOf(shop), none],
    ['an empty token', 400, 'invalid_request', () => ({ ...proofOf(shop), token: '' }), none],
    ['a header that is none', 400, 'invalid_request', () => token, () => 'Bearer x'],
    ['a header of rubbish', 400, 'invalid_request', () => token, () => basic('%zz', '%')],
    [
      'credentials in two places',
      400,
      'invalid_request',
      () => ({ ...token, ...proofOf(operator) }),
      () => basic(shop.key, shop.secret),
    ],
  ])('refuses %s: %i %s', async (_, status, error, form, header) => {
    expect(await send(path, form(), header())).toMatchObject({ status, body: { error } });
  });

  it('refuses an application that is suspended', async () => {
    const suspended = await newApplication();
    await stage.auth.dataSource.query(`UPDATE applications SET status = 'suspended' WHERE id = $1`, [suspended.id]);
    expect(await send(path, { ...token, ...proofOf(suspended) })).toMatchObject({
      status: 400,
      body: { error: 'unauthorized_client' },
    });
  });
});

describe('an introspection', () => {
  it('tells an application about tokens that were given to it, and the operator’s about all', async () => {
    const { access, refresh } = await authorized();
    const claims = decodeJwt(access);
    const told = {
      ...{ active: true, scope: 'openid send', client_id: shop.id, sub: person.personId, account_id: person.accountId },
      ...{ may: 'read-write-transact', token_type: 'Bearer', exp: claims.exp, iss: claims.iss, aud: claims.aud },
      ...{ jti: claims.jti, sid: claims['sid'], iat: Math.floor(claims.iat ?? 0), auth_time: claims['auth_time'] },
    };
    expect((await introspect(access)).body).toEqual(told);
    expect((await introspect(access, operator)).body).toEqual(told);
    const other = await newApplication();
    for (const token of [access, refresh]) expect((await introspect(token, other)).body).toEqual({ active: false });
    expect((await introspect(refresh)).body).toMatchObject({ active: true, sub: person.personId, client_id: shop.id });
    expect((await introspect(await own(operator), operator)).body).toMatchObject({ active: true, sub: operator.key });
  });

  it('of what has ended, expired, was exchanged, or never was, tells nothing else', async () => {
    const { access, refresh } = await authorized();
    await refreshed(refresh);
    expect((await introspect(refresh)).body).toEqual({ active: false });
    for (const token of ['x', `${access}x`, '.', refresh.replace('.0.', '.9.')])
      expect((await introspect(token)).body).toEqual({ active: false });
    const second = await authorized();
    stage.auth.clock.advance(3_600_000);
    expect((await introspect(second.access)).body).toEqual({ active: false });
    await stage.auth.dataSource.transaction((tx) =>
      stage.auth.service.get(Revocations).end(tx, 'person', person.personId),
    );
    expect((await introspect((await authorized()).access)).body).toEqual({ active: false });
    await stage.auth.dataSource.query(`DELETE FROM revocations WHERE kind = 'person'`);
  });

  it('the console asks about its own tokens too', async () => {
    const key = firstPartyKeys.console;
    const console = { key, secret: stage.auth.service.get(Sealer).fingerprint(FIRST_PARTY_SECRET, key) };
    const { access } = await authorized();
    expect((await introspect(access, console)).body).toEqual({ active: false });
  });
});
