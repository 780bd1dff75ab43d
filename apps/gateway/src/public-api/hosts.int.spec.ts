import { created } from '@halyard/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { GatewayFixture } from '../../test/gateway-fixture.js';
import { GatewayStage } from '../../test/gateway-stage.js';

const [API, LOGIN, OTHER] = ['api.pay.example', 'login.pay.example', 'other.example'];
const ID = '0195b3a0-0000-7000-8000-0000000000c1';

describe('pages for people on a host of their own', () => {
  const stage = new GatewayStage(() => ({ status: 201, body: created('customer', ID) }));
  let gateway: GatewayFixture;
  beforeAll(async () => {
    gateway = await stage.start({ PUBLIC_BASE_URL: `https://${API}`, AUTH_URL: `https://${LOGIN}` });
  });
  afterAll(() => gateway.stop());

  const ask = async (host: string, path: string, method = 'GET') => {
    const { status, headers } = await gateway.send(method, path, { headers: { host } });
    return { status, location: headers['location'] };
  };

  it.each(['/login', '/me?x=1', '/auth?client_id=x', '/jwks', '/.well-known/openid-configuration', '/userinfo'])(
    'are asked for there, from whatever host: %s',
    async (path) => {
      for (const host of [API, OTHER])
        expect(await ask(host, path)).toEqual({ status: 308, location: `https://${LOGIN}${path}` });
      expect((await ask(LOGIN, path)).location).toBeUndefined();
    },
  );

  it.each([
    ['GET', '/'],
    ['GET', '/customers'],
    ['POST', '/transfers'],
    ['GET', `/customers/${ID}`],
    ['GET', '/openapi.json'],
  ])('are alone there, and the API under every other name: %s %s', async (method, path) => {
    for (const host of [LOGIN, LOGIN.toUpperCase()]) expect((await ask(host, path, method)).status).toBe(404);
    for (const host of [API, OTHER, '127.0.0.1']) expect((await ask(host, path, method)).status).not.toBe(404);
  });

  it.each(['/token', '/token/revocation', '/token/introspection'])('share %s with the API', async (path) => {
    for (const host of [API, LOGIN, OTHER]) expect((await ask(host, path, 'POST')).status).toBe(201);
  });

  it('are where the API is unless they are given one', async () => {
    const { status } = await stage.gateway.send('GET', '/jwks', { headers: { host: API } });
    expect(status).toBe(404); // of the fake behind it
    expect((await stage.gateway.send('GET', '/customers', { headers: { host: 'localhost:8443' } })).status).toBe(201);
  });
});
