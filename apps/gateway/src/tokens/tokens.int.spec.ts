import { describe, expect, it } from '@jest/globals';
import type { ServiceAnswer } from '@halyard/http';
import { TOKEN_AUDIENCE } from '@halyard/contracts';
import { DomainError } from '@halyard/core';
import { generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { ACCOUNT_ID, APPLICATION_ID, CLIENT, ISSUER } from '../../test/fakes.js';
import type { Answer } from '../../test/gateway-fixture.js';
import { GatewayStage } from '../../test/gateway-stage.js';

const basic = (pair: string): string => `Basic ${Buffer.from(pair).toString('base64')}`;

describe('tokens', () => {
  const stage = new GatewayStage(() => ({ status: 200, body: { type: 'raw', headers: {}, body: '{}' } }));
  const { services, clock } = stage;

  const withToken = (token: string): Promise<Answer> => stage.gateway.send('GET', '/customers', { token });
  const withHeader = (authorization: string): Promise<Answer> =>
    stage.gateway.send('GET', '/events', { token: null, headers: { authorization } });
  const now = (): number => clock.system().getTime() / 1000;

  describe('Bearer', () => {
    it('fetches the signing keys once for many tokens', async () => {
      const before = services.keyFetches;
      for (const scope of ['send managecustomers', 'managecustomers']) {
        expect((await withToken(await services.token({ scope }))).status).toBe(200);
      }
      expect(services.keyFetches - before).toBeLessThanOrEqual(1);
    });

    it.each([
      ['an integration', {}, '/events', 403],
      ['an integration', {}, '/operations/documents', 403],
      ['an integration', {}, '/customers', 200],
      ['an application of ours', { first_party: true }, '/events', 200],
      ['an application of ours', { first_party: true }, '/application-settings', 403],
      ['an application of ours', { first_party: true }, '/operations/documents', 200],
      ['an application of ours', { first_party: true }, '/customers', 200],
    ])('of a person for %s reaches what is the person’s to use: %j %s %i', async (_, claims, path, status) => {
      const sub = '0b9f6f2e-5a0e-4a0f-8f9e-0d5a4f0a1b2c';
      const token = await services.token({ sub, scope: 'managecustomers operator', ...claims });
      expect((await stage.gateway.send('GET', path, { token })).status).toBe(status);
    });

    it('of a person tells the service when the log-in was in which it was allowed', async () => {
      const sub = '0b9f6f2e-5a0e-4a0f-8f9e-0d5a4f0a1b2c';
      const authTime = Math.floor(now()) - 60;
      await withToken(await services.token({ sub, scope: 'managecustomers', auth_time: authTime }));
      expect(services.calls[0]?.operation.principal).toMatchObject({ userId: sub, authTime });
    });

    it.each([
      ['Bearer'],
      ['Bearer '],
      ['Bearer a b'],
      ['Digest x'],
      ['Basic !!!'],
      ['Basic'],
      [basic('no-colon')],
      [basic(':secret')],
      [basic('key:')],
      [basic('key:\0')],
    ])('Authorization: %s is InvalidCredentials', async (header) => {
      const { status, body, headers } = await withHeader(header);
      expect([status, body.code]).toEqual([401, 'InvalidCredentials']);
      expect(headers['www-authenticate']).toBe('Bearer realm="api"');
    });

    const stranger = async (alg = 'ES256'): Promise<string> => {
      const { privateKey } = await generateKeyPair(alg);
      return new SignJWT({ account_id: ACCOUNT_ID, scope: 'managecustomers' })
        .setProtectedHeader({ alg, kid: 'unknown' })
        .setSubject(APPLICATION_ID)
        .setIssuer(ISSUER)
        .setAudience(TOKEN_AUDIENCE)
        .setExpirationTime(now() + 3600)
        .sign(privateKey);
    };
    it.each([
      ['garbage', () => 'a.b.c'],
      ['no JWT', () => 'x'],
      ['a signature that was changed', async () => `${(await services.token()).slice(0, -4)}AAAA`],
      ['a key that is not ours', () => stranger()],
      ['another algorithm', () => stranger('RS256')],
      ['no signature', () => new UnsecuredJWT({ account_id: ACCOUNT_ID, iss: ISSUER, exp: now() + 60 }).encode()],
      ['another issuer', () => services.token({ iss: 'https://elsewhere.example' })],
      ['another audience', () => services.token({ aud: 'urn:another:api' })],
      ['no account', () => services.token({ account_id: undefined })],
      ['an account that is none', () => services.token({ account_id: 'x' })],
      ['far too long', () => services.token({ more: 'x'.repeat(5_000) })],
    ])('%s is InvalidAccessToken', async (_, make) => {
      const { status, body, headers } = await withToken(await make());
      expect([status, body.code]).toEqual([401, 'InvalidAccessToken']);
      expect(headers['www-authenticate']).toContain('error="invalid_token"');
    });

    it('one that has expired is ExpiredAccessToken, also when it was good before', async () => {
      const token = await services.token({ exp: now() + 10 });
      expect((await withToken(token)).status).toBe(200);
      clock.advance(10_000);
      const { status, body } = await withToken(token);
      expect([status, body.code]).toEqual([401, 'ExpiredAccessToken']);
    });

    it('one of an older or newer spelling of scopes counts', async () => {
      expect((await withToken(await services.token({ scope: 'Send|ManageCustomers' }))).status).toBe(200);
    });

    it('one signed with a new key counts, and keys that are unknown bring one fetch in a while', async () => {
      clock.advance(1_000);
      services.rotateKeys();
      const before = services.keyFetches;
      expect((await withToken(await services.token())).status).toBe(200);
      expect(services.keyFetches).toBe(before + 1);
      for (const _ of [1, 2, 3]) expect((await withToken(await stranger())).status).toBe(401);
      expect(services.keyFetches).toBe(before + 1);
    });

    it('withdrawn keys stop to count within minutes', async () => {
      const token = await services.token({ exp: now() + 3600, jti: 'old' });
      services.rotateKeys();
      clock.advance(5 * 60_000);
      expect((await withToken(token)).status).toBe(401);
    });
  });

  describe('Basic on an API request', () => {
    const header = basic(`${CLIENT.id}:${CLIENT.secret}`);

    it("acts as the application's own token, and asks auth once in a while", async () => {
      const before = services.authentications;
      for (const _ of [1, 2]) expect((await withHeader(header)).status).toBe(200);
      expect(services.authentications).toBe(before + 1);
      expect(services.calls[0]?.operation.principal).toMatchObject({ applicationId: APPLICATION_ID });
      clock.advance(5_000);
      await withHeader(header);
      expect(services.authentications).toBe(before + 2);
    });

    it('has the scopes of the application', async () => {
      const { status, body } = await stage.gateway.send('GET', '/customers', {
        token: null,
        headers: { authorization: header },
      });
      expect([status, body.code]).toEqual([403, 'InvalidScopes']);
    });

    it('with a wrong secret is InvalidCredentials', async () => {
      const { status, body } = await withHeader(basic(`${CLIENT.id}:wrong`));
      expect([status, body.code]).toEqual([401, 'InvalidCredentials']);
    });

    it('is limited by address while auth has to be asked', async () => {
      const limited = await stage.start({ ANONYMOUS_RATE_LIMIT_PER_MINUTE: '2' });
      const statuses = [];
      for (const attempt of [1, 2, 3]) {
        const authorization = basic(`${CLIENT.id}:guess-${attempt}`);
        statuses.push((await limited.send('GET', '/events', { token: null, headers: { authorization } })).status);
      }
      await limited.stop();
      expect(statuses).toEqual([401, 401, 429]);
    });
  });

  describe('POST /token', () => {
    const form = 'grant_type=client_credentials&client_id=a%26b&client_secret=c';
    const parameters = { grant_type: 'client_credentials', client_id: 'a&b', client_secret: 'c' };
    const multipart = (lineEnd = '\r\n'): string =>
      [
        ...Object.entries(parameters)
          .reverse()
          .flatMap(([name, value]) => ['--frontier', `Content-Disposition: form-data; name="${name}"`, '', value]),
        '--frontier--',
        '',
      ].join(lineEnd);
    const ask = (body: string, type: string | undefined, headers: Record<string, string> = {}): Promise<Answer> =>
      stage.gateway.send('POST', '/token', { token: null, body, headers: { 'content-type': type, ...headers } });
    const answer: ServiceAnswer = {
      status: 200,
      body: { type: 'raw', headers: { 'content-type': 'application/json' }, body: '{"access_token":"t"}' },
    };

    it.each([
      ['a form', form, 'application/x-www-form-urlencoded'],
      ['a form with a charset', form, 'application/x-www-form-urlencoded; charset=UTF-8'],
      ['JSON', JSON.stringify({ ...parameters, expires: 1 }), 'application/json'],
      ['vendor JSON', JSON.stringify(parameters), 'application/vnd.service.v1.hal+json'],
      ['multipart, in any order', multipart(), 'multipart/form-data; boundary=frontier'],
    ])('takes %s', async (_, body, type) => {
      services.respond = () => answer;
      const { status, headers, body: answered } = await ask(body, type);
      expect([status, answered['access_token'], headers['cache-control']]).toEqual([200, 't', 'no-store']);
      expect(services.calls).toMatchObject([{ service: 'auth', path: '/token' }]);
      expect(services.calls[0]?.body).toEqual({ form: parameters });
    });

    it('hands over the Authorization header', async () => {
      await ask(form, 'application/x-www-form-urlencoded', { authorization: 'Basic eA==' });
      expect(services.calls[0]?.body).toEqual({ form: parameters, authorization: 'Basic eA==' });
    });

    it('is not idempotent: a key means nothing', async () => {
      for (const _ of [1, 2]) await ask(form, 'application/x-www-form-urlencoded', { 'idempotency-key': 'one' });
      expect(services.calls).toHaveLength(2);
    });

    it('passes refusals of auth through, with a challenge', async () => {
      services.respond = () => ({
        status: 401,
        body: { type: 'raw', headers: { 'content-type': 'application/json' }, body: '{"error":"invalid_client"}' },
      });
      const { status, headers, body } = await ask(form, 'application/x-www-form-urlencoded');
      expect([status, body['error'], headers['www-authenticate']]).toEqual([
        401,
        'invalid_client',
        'Basic realm="api"',
      ]);
    });

    it.each([
      ['no JSON', '{', 'application/json', 400, 'BadRequest', 'invalid_request'],
      ['a repeated parameter', 'a=1&a=2', 'application/x-www-form-urlencoded', 400, 'BadRequest', 'invalid_request'],
      ['multipart without boundary', multipart(), 'multipart/form-data', 400, 'BadRequest', 'invalid_request'],
      ['another boundary', multipart(), 'multipart/form-data; boundary=x', 400, 'BadRequest', 'invalid_request'],
      [
        'a file',
        '--x\r\nContent-Disposition: form-data; name="a"; filename="b"\r\n\r\nc\r\n--x--\r\n',
        'multipart/form-data; boundary=x',
        400,
        'BadRequest',
        'invalid_request',
      ],
      ['another type', form, 'text/plain', 415, 'UnsupportedMediaType', 'invalid_request'],
      [
        'too much',
        'a='.padEnd(300_000, 'x'),
        'application/x-www-form-urlencoded',
        413,
        'PayloadTooLarge',
        'invalid_request',
      ],
    ])('refuses %s with error beside code', async (_, body, type, status, code, error) => {
      const refused = await ask(body, type);
      expect([refused.status, refused.body.code, refused.body['error']]).toEqual([status, code, error]);
      expect(services.calls).toEqual([]);
    });

    it('says that auth is away, with error beside code', async () => {
      services.respond = () => Promise.reject(new DomainError('ServiceUnavailable'));
      const { status, body, headers } = await ask(form, 'application/x-www-form-urlencoded');
      expect([status, body['error'], headers['retry-after']]).toEqual([503, 'temporarily_unavailable', '1']);
    });
  });
});
