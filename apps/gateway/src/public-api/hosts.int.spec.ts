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

const CONSOLE = 'console.pay.example';

describe('a console on a host of its own', () => {
  const stage = new GatewayStage(() => ({ status: 201, body: created('customer', ID) }));
  let gateway: GatewayFixture;
  beforeAll(async () => {
    const apart = { AUTH_URL: `https://${LOGIN}`, CONSOLE_URL: `https://${CONSOLE}/console/` };
    gateway = await stage.start({ PUBLIC_BASE_URL: `https://${API}`, ...apart });
  });
  afterAll(() => gateway.stop());

  const ask = async (host: string, path: string, method = 'GET') => {
    const { status, headers } = await gateway.send(method, path, { headers: { host } });
    return { status, location: headers['location'] };
  };

  it.each(['/console/', '/console/transfers?status=pending', '/console/login', '/console/session'])(
    'is asked for there, from whatever host: %s',
    async (path) => {
      for (const host of [API, LOGIN, OTHER])
        expect(await ask(host, path)).toEqual({ status: 308, location: `https://${CONSOLE}${path}` });
      expect((await ask(CONSOLE, path)).location).toBeUndefined();
    },
  );

  it.each([
    ['GET', '/customers'],
    ['POST', '/transfers'],
    ['GET', '/openapi.json'],
    ['POST', '/token'],
  ])('has nothing but its pages and what these ask for: not %s %s', async (method, path) => {
    expect((await ask(CONSOLE, path, method)).status).toBe(404);
    expect((await ask(API, path, method)).status).not.toBe(404);
  });

  it('leads from its host to its first page, and from there to where people log in', async () => {
    expect(await ask(CONSOLE, '/')).toEqual({ status: 308, location: `https://${CONSOLE}/console/` });
    expect(await ask(CONSOLE, '/login')).toEqual({ status: 308, location: `https://${LOGIN}/login` });
  });

  it.each([API, LOGIN, OTHER])('answers what its pages ask for under no other host: %s', async (host) => {
    expect((await ask(host, '/console/api/customers')).status).toBe(404);
  });
});
