// Runs: both
import { readFile } from 'node:fs/promises';
import { printHowLong, waitFor } from '@halyard/testing/waiting';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { counts } from '@halyard/testing/counts';
import { Agent, request } from 'undici';
import { SharedSuite } from './support/shared-suite.js';

const ROUNDS = counts.identity.revocations;
/** Each is a connection of its own: where there are two gateways, the system spreads them over both. */
const CONNECTIONS = 8;
const REFUSED = '401 InvalidAccessToken';
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

/** Over a real gateway; distributed, over two, with two processes of auth. */
describe('a token that its application revokes', () => {
  let shared: SharedSuite;
  let ca: string;
  beforeAll(async () => {
    shared = await SharedSuite.join('Revoking');
    ca = await readFile(shared.client.connection.caFile ?? '', 'utf8');
  });
  afterAll(() => shared.leave());

  async function send(path: string, form: Readonly<Record<string, string>>) {
    const { key, secret } = shared.client.connection;
    const body = new URLSearchParams({ ...form, client_id: key, client_secret: secret }).toString();
    return shared.client.raw('POST', path, FORM, body);
  }

  /** What every connection is answered. */
  const answersTo = (token: string): Promise<string[]> =>
    Promise.all(
      Array.from({ length: CONNECTIONS }, async () => {
        const dispatcher = new Agent({ connect: { ca } });
        const headers = { authorization: `Bearer ${token}`, accept: 'application/vnd.service.v1.hal+json' };
        const { baseUrl } = shared.client.connection;
        const { statusCode, body } = await request(baseUrl, { headers, dispatcher });
        const { code = '' } = (await body.json()) as { readonly code?: string };
        await dispatcher.close();
        return `${statusCode} ${code}`;
      }),
    );

  it(`is refused by every gateway from then on, in ${ROUNDS} rounds, also where it was used before`, async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const token = String((await send('/token', { grant_type: 'client_credentials' })).body['access_token']);
      expect(new Set(await answersTo(token))).toEqual(new Set(['200 ']));
      expect((await send('/token/revocation', { token })).status).toBe(200);
      const refused = () =>
        waitFor('every gateway to refuse it', async () =>
          (await answersTo(token)).every((answer) => answer === REFUSED),
        );
      await (round === 0 ? printHowLong('a revocation holds', 5, refused) : refused());
      expect(new Set(await answersTo(token))).toEqual(new Set([REFUSED]));
      expect((await send('/token/introspection', { token })).body).toEqual({ active: false });
    }
  });

  it('is nothing that another application can end, or ask about', async () => {
    const token = await shared.operator.accessToken();
    expect((await send('/token/revocation', { token })).status).toBe(200);
    expect((await send('/token/introspection', { token })).body).toEqual({ active: false });
    expect(new Set(await answersTo(token))).toEqual(new Set(['200 ']));
  });

  it.each([
    ['POST', '/token/revocation', { token: 'x', client_id: 'nobody', client_secret: 'x' }, [401, 'invalid_client']],
    ['POST', '/token/introspection', {}, [401, 'invalid_client']],
    ['GET', '/token/revocation', undefined, [405, 'invalid_request']],
    ['GET', '/token/nothing', undefined, [404, 'invalid_request']],
  ] as const)('has faults in the words of OAuth: %s %s', async (method, path, form, expected) => {
    const body = form && new URLSearchParams(form).toString();
    const answer = await shared.client.raw(method, path, form ? FORM : {}, body);
    expect([answer.status, answer.body['error']]).toEqual(expected);
  });

  it('is advertised, with what else clients find there', async () => {
    const { body } = await shared.client.raw('GET', '/.well-known/openid-configuration', {});
    const { baseUrl } = shared.client.connection;
    expect(body).toMatchObject({
      revocation_endpoint: `${baseUrl}/token/revocation`,
      introspection_endpoint: `${baseUrl}/token/introspection`,
      end_session_endpoint: `${baseUrl}/session/end`,
      token_endpoint_auth_methods_supported: expect.arrayContaining(['none']),
    });
  });
});
