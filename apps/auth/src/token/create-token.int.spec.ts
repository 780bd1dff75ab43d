import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type CreatedAnswer, scopes, TOKEN_AUDIENCE } from '@halyard/contracts';
import { createLocalJWKSet, jwtVerify } from 'jose';
import type { JSONWebKeySet } from 'jose';
import { AuthApp, serviceOperation } from '../../test/support/auth-app.js';

const application = { key: '5ab0b5a2-3f9e-4d6e-9c3b-1d2f4c5e6a70', secret: 'k7wVb1mSxq2yN9rT4cZ8pL0dHf3uGj6A' };
const credentials = { client_id: application.key, client_secret: application.secret };
const grant = { grant_type: 'client_credentials' };
const escaped = (text: string) => text.replace(/./, (first) => `%${first.charCodeAt(0).toString(16)}`);
const basic = (key: string, secret: string) => `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`;

let auth: AuthApp;
let accountId: string;

beforeAll(async () => {
  auth = await AuthApp.start();
  const opened: CreatedAnswer = await auth.expect('created', 'POST', '/accounts', { name: 'Acme', application });
  accountId = opened.resource.id;
});
afterAll(() => auth.close());

interface TokenAnswer {
  readonly access_token?: string;
  readonly error?: string;
}

async function ask(body: unknown): Promise<{ status: number; body: TokenAnswer & Record<string, unknown> }> {
  const answer = await auth.call('POST', '/token', body);
  if (answer.body.type !== 'raw') throw new Error(`answered ${JSON.stringify(answer.body)}`);
  expect(answer.body.headers['content-type']).toMatch(/^application\/json/);
  return { status: answer.status, body: JSON.parse(answer.body.body) as TokenAnswer & Record<string, unknown> };
}

async function claimsOf(token: string | undefined) {
  const { body } = await auth.expect('raw', 'GET', '/internal/signing-keys');
  const keys = createLocalJWKSet(JSON.parse(body) as JSONWebKeySet);
  const currentDate = auth.clock.system();
  const expected = { issuer: 'https://localhost:8443', audience: TOKEN_AUDIENCE, typ: 'at+jwt', currentDate };
  return jwtVerify(token ?? '', keys, expected);
}

describe('POST /token with client_credentials', () => {
  it.each([
    ['in the header', { form: grant, authorization: basic(application.key, application.secret) }],
    ['in the form', { form: { ...grant, ...credentials } }],
    ['in both', { form: { ...grant, ...credentials }, authorization: basic(application.key, application.secret) }],
    ['with escapes', { form: grant, authorization: basic(escaped(application.key), escaped(application.secret)) }],
    ['beside other fields', { form: { ...grant, ...credentials, audience: 'https://api.example' } }],
    ['with the key in upper case', { form: { ...grant, ...credentials, client_id: application.key.toUpperCase() } }],
  ])('gives a bearer token of an hour for credentials %s, and no scope', async (_, request) => {
    const { status, body } = await ask(request);
    expect(status).toBe(200);
    expect(body).toEqual({ access_token: expect.any(String), token_type: 'Bearer', expires_in: 3600 });
  });

  it.each([
    ['plainly', {}],
    ['in an unusual way', { audience: 'https://api.example' }],
  ])('signs a token that was asked for %s for the application, its account and all of its scopes', async (_, more) => {
    const { body } = await ask({ form: { ...grant, ...credentials, ...more } });
    const { payload, protectedHeader } = await claimsOf(body.access_token);
    expect(protectedHeader).toMatchObject({ alg: 'ES256', kid: expect.any(String) });
    expect(payload).toMatchObject({
      sub: application.key,
      client_id: application.key,
      account_id: accountId,
      scope: scopes.filter((scope) => scope !== 'operator').join(' '),
    });
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(3600);
  });

  it.each([
    ['send', 'send'],
    ['Send|Transactions', 'send transactions'],
    ['', scopes.filter((scope) => scope !== 'operator').join(' ')],
  ])('narrows the token to the scopes %j that are asked for', async (scope, granted) => {
    const { body } = await ask({ form: { ...grant, ...credentials, scope } });
    expect((await claimsOf(body.access_token)).payload['scope']).toBe(granted);
  });

  it.each([
    ['an unknown client', 401, 'invalid_client', { ...grant, ...credentials, client_id: 'nobody' }],
    ['a wrong secret', 401, 'invalid_client', { ...grant, ...credentials, client_secret: 'wrong' }],
    ['a secret that is the stored hash', 401, 'invalid_client', { ...grant, ...credentials, client_secret: 'HASH' }],
    ['no secret', 401, 'invalid_client', { ...grant, client_id: application.key }],
    ['no credentials', 401, 'invalid_client', grant],
    ['an empty client_id', 401, 'invalid_client', { ...grant, client_id: '', client_secret: 'x' }],
    ['a secret alone', 401, 'invalid_client', { ...grant, client_secret: 'x' }],
    ['nothing at all', 401, 'invalid_client', {}],
    ['no grant_type', 400, 'invalid_request', credentials],
    // The application has not these grants (RFC 6749, 5.2).
    ['a code', 400, 'unauthorized_client', { ...credentials, grant_type: 'authorization_code', code: 'x' }],
    ['a refresh token', 400, 'unauthorized_client', { ...credentials, grant_type: 'refresh_token' }],
    [
      'a refresh token and a wrong secret',
      401,
      'invalid_client',
      { ...credentials, client_secret: 'x', grant_type: 'refresh_token' },
    ],
    ['an unknown grant', 400, 'unsupported_grant_type', { ...credentials, grant_type: '__proto__' }],
    ['an unknown scope', 400, 'invalid_scope', { ...grant, ...credentials, scope: 'send everything' }],
    ['a scope that it was not given', 400, 'invalid_scope', { ...grant, ...credentials, scope: 'operator' }],
    ['a scope of odd characters', 400, 'invalid_scope', { ...grant, ...credentials, scope: 'sénd"' }],
    ['a client_id with a zero byte', 401, 'invalid_client', { ...grant, ...credentials, client_id: '\0' }],
    ['a body that is too large', 400, 'invalid_request', { ...grant, ...credentials, x: 'x'.repeat(100_000) }],
  ])('refuses %s with %i %s', async (_, status, error, form: Record<string, string>) => {
    const [row] = await auth.dataSource.query<{ secret_hash: string }[]>('SELECT secret_hash FROM applications');
    const secret = form['client_secret'] === 'HASH' ? { client_secret: row?.secret_hash ?? '' } : {};
    const answer = await ask({ form: { ...form, ...secret } });
    expect(answer).toMatchObject({ status, body: { error, error_description: expect.any(String) } });
  });

  it.each([
    ['an unknown client', { client_id: 'nobody' }],
    ['a wrong secret', { client_secret: 'wrong' }],
  ])('tells who sends %s that the key or the secret is wrong, and not which', async (_, wrong) => {
    const { body } = await ask({ form: { ...grant, ...credentials, ...wrong } });
    expect(body['error_description']).toBe(
      'The key or the secret of the application is wrong. Send both by HTTP Basic, or as client_id and client_secret.',
    );
  });

  it.each([
    ['nothing', undefined, 401, 'invalid_client'],
    ['credentials alone', basic(application.key, application.secret), 400, 'invalid_request'],
  ])('tells who sends %s what it takes, and in which forms', async (_, authorization, status, error) => {
    const { body, ...answer } = await ask({ form: {}, ...(authorization !== undefined && { authorization }) });
    expect([answer.status, body['error']]).toEqual([status, error]);
    for (const word of [
      'grant_type',
      'client_id',
      'client_secret',
      'Basic',
      'application/json',
      'x-www-form-urlencoded',
    ]) {
      expect(body['error_description']).toContain(word);
    }
  });

  it.each([
    ['of another scheme', 'Bearer abc'],
    ['that is no base64', 'Basic ***'],
    ['without a colon', `Basic ${Buffer.from('nocolon').toString('base64')}`],
    ['with a broken escape', basic('%E0%A4%A', 'x')],
    ['with a line break', 'Basic a\r\nb'],
  ])('refuses a header %s with 400 invalid_request', async (_, authorization) => {
    expect(await ask({ form: grant, authorization })).toMatchObject({
      status: 400,
      body: { error: 'invalid_request' },
    });
  });

  it('refuses a header and a form that name different clients', async () => {
    const request = { form: { ...grant, ...credentials }, authorization: basic('other', application.secret) };
    expect(await ask(request)).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
  });

  it('refuses an application that is not active', async () => {
    const other = { key: 'a-key-of-a-disabled-application', secret: application.secret };
    await auth.expect('created', 'POST', '/accounts', { name: 'Closed', application: other }, serviceOperation());
    const request = { form: { ...grant, client_id: other.key, client_secret: other.secret } };
    expect(await ask(request)).toMatchObject({ status: 200 });
    await auth.dataSource.query(`UPDATE applications SET status = 'suspended' WHERE key = $1`, [other.key]);
    expect(await ask(request)).toMatchObject({ status: 400, body: { error: 'unauthorized_client' } });
    const guessed = { form: { ...request.form, client_secret: 'x'.repeat(32) } };
    expect(await ask(guessed)).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
  });

  it('hides no failure of its own behind an OAuth error', async () => {
    await auth.dataSource.query('ALTER TABLE applications RENAME TO elsewhere');
    const answer = await auth.call('POST', '/token', { form: { ...grant, ...credentials } });
    await auth.dataSource.query('ALTER TABLE elsewhere RENAME TO applications');
    expect(answer).toMatchObject({ status: 500, body: { type: 'error', code: 'ServerError' } });
  });
});
