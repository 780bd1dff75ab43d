import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PagesStage } from '../support/pages-stage.js';
import { ISSUER, RelyingParty } from '../support/relying-party.js';

/** The plan `oidcc-config-certification-test-plan` of the conformance suite of the OpenID Foundation. */
describe('Config OP', () => {
  let stage: PagesStage;
  let client: RelyingParty;
  beforeAll(async () => {
    stage = await PagesStage.open();
    client = await RelyingParty.register(stage);
  });
  afterAll(() => stage.close());

  it('oidcc-discovery-endpoint-verification', async () => {
    const { status, body } = await client.configuration();
    expect([status, body['issuer']]).toEqual([200, ISSUER]);
    const addresses = Object.entries(body).filter(([name]) => /_endpoint$|_uri$/.test(name));
    expect(addresses.map(([name]) => name)).toEqual(
      expect.arrayContaining(['authorization_endpoint', 'token_endpoint', 'userinfo_endpoint', 'jwks_uri']),
    );
    for (const [name, url] of addresses) expect([name, URL.parse(String(url))?.protocol]).toEqual([name, 'https:']);
    expect(body).toMatchObject({
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      grant_types_supported: expect.arrayContaining(['authorization_code']),
      scopes_supported: expect.arrayContaining(['openid', 'profile', 'email']),
      claims_supported: expect.arrayContaining(['sub', 'name', 'email']),
      token_endpoint_auth_methods_supported: expect.arrayContaining(['client_secret_basic', 'client_secret_post']),
      code_challenge_methods_supported: ['S256'],
      claims_parameter_supported: false,
      request_parameter_supported: false,
      request_uri_parameter_supported: false,
    });
  });

  it('oidcc-discovery-endpoint-verification: the keys are public, each with an id of its own', async () => {
    const { status, body } = await client.jwks();
    const keys = body['keys'] as unknown as Record<string, unknown>[];
    expect([status, keys.map(({ alg }) => alg)]).toEqual([200, ['ES256', 'RS256']]);
    expect(new Set(keys.map(({ kid }) => kid)).size).toBe(keys.length);
    for (const key of keys) {
      for (const secret of ['d', 'p', 'q', 'dp', 'dq', 'qi', 'k']) expect(key).not.toHaveProperty(secret);
      for (const name of ['n', 'e', 'x', 'y']) if (name in key) expect(key[name]).toMatch(/^[\w-]+$/);
    }
  });
});
