import type { Route } from '@halyard/contracts';
import { publicRoutes } from '@halyard/public-api';
import { DomainError } from '@halyard/core';
import { errorAnswer } from '@halyard/http';
import { describe, expect, it } from '@jest/globals';
import { fact } from '../../test/fakes.js';
import { GatewayStage } from '../../test/gateway-stage.js';

const ID = '0195b3a0-0000-7000-8000-0000000000c1';
const routes = Object.values<Route>(publicRoutes);
const preflight = {
  token: null,
  headers: {
    origin: 'https://app.example',
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'authorization, content-type, idempotency-key',
  },
};

describe('calls from pages of another origin', () => {
  const stage = new GatewayStage(() => ({ status: 200, body: fact(null) }));
  const open = routes.filter(({ access }) => access !== 'linking');
  const paths = [...new Set(open.map(({ path }) => path.replace(':id', ID)))];

  it('are not announced unless it is said so', async () => {
    const { status, headers, body } = await stage.gateway.send('OPTIONS', '/customers', preflight);
    expect([status, body.code, headers['access-control-allow-methods']]).toEqual([405, 'MethodNotAllowed', undefined]);
    expect(headers['access-control-expose-headers']).toBeUndefined();
  });

  it('are announced for every address with its methods and what may be sent, and never with credentials', async () => {
    const gateway = await stage.start({ CORS: 'on' });
    for (const path of paths) {
      const { status, text, headers } = await gateway.send('OPTIONS', path, preflight);
      expect([status, text]).toEqual([204, '']);
      expect(headers).toMatchObject({
        'access-control-allow-origin': '*',
        'access-control-allow-methods': headers['allow'],
        'access-control-allow-headers': 'Accept, Authorization, Content-Type, Idempotency-Key, If-None-Match, Prefer',
        'access-control-max-age': '86400',
      });
      expect(headers['access-control-allow-credentials']).toBeUndefined();
    }
    const { headers } = await gateway.send('OPTIONS', '/customers', preflight);
    expect(headers['access-control-allow-methods']).toBe('POST, GET, HEAD');
    expect((await gateway.send('OPTIONS', '/nowhere', preflight)).status).toBe(404);
    await gateway.stop();
  });

  it('may read of an answer what clients need', async () => {
    const gateway = await stage.start({ CORS: 'on' });
    const { headers } = await gateway.send('GET', '/nowhere');
    await gateway.stop();
    const exposed = String(headers['access-control-expose-headers']).toLowerCase().split(', ');
    expect(exposed).toEqual(
      expect.arrayContaining([
        'location',
        'x-request-id',
        'retry-after',
        'idempotent-replayed',
        'www-authenticate',
        'etag',
      ]),
    );
  });
});

describe('pages that show a linking token', () => {
  const stage = new GatewayStage(() => ({ status: 200, body: fact(null) }));
  const origin = 'https://shop.example';
  const linking = routes.filter(({ access }) => access === 'linking');
  const page = { headers: { origin }, token: 'a.b' };

  it.each([['off'], ['on']])('are answered for their own origin alone, with CORS=%s', async (CORS) => {
    const gateway = await stage.start({ CORS });
    for (const { method, path } of linking) {
      const asked = await gateway.send('OPTIONS', path, { ...preflight, headers: { ...preflight.headers, origin } });
      expect([asked.status, asked.headers['access-control-allow-methods']]).toEqual([204, asked.headers['allow']]);
      const answered = await gateway.send(method, path, page);
      const refused = await gateway.send(method, path, { ...page, token: null });
      for (const { headers } of [asked, answered, refused]) {
        expect([headers['access-control-allow-origin'], headers['vary']]).toEqual([origin, 'Origin']);
        expect(headers['access-control-allow-credentials']).toBeUndefined();
      }
      expect(answered.headers['access-control-expose-headers']).toContain('Retry-After');
      const nobody = await gateway.send(method, path, { token: 'a.b' });
      expect(nobody.headers['access-control-allow-origin']).toBeUndefined();
    }
    await gateway.stop();
    expect(linking.length).toBe(7);
  });

  it('are judged by the owner: one that it refuses is shown nothing', async () => {
    stage.services.respond = () => errorAnswer(new DomainError('OriginNotAllowed'));
    const { status, body, headers } = await stage.gateway.send('GET', '/linking/session', page);
    expect([status, body.code, headers['access-control-allow-origin']]).toEqual([403, 'OriginNotAllowed', undefined]);
  });

  it('are handed on with token and origin, but for those of the API itself', async () => {
    const { baseUrl } = stage.gateway.addresses;
    await stage.gateway.send('GET', '/linking/session', page);
    await stage.gateway.send('GET', '/linking/session', { ...page, headers: { origin: baseUrl } });
    expect(stage.services.calls.map(({ operation }) => operation.principal)).toEqual([
      { kind: 'browser', token: 'a.b', origin },
      { kind: 'browser', token: 'a.b' },
    ]);
  });

  it('have no key and secret to show', async () => {
    const headers = { origin, authorization: `Basic ${Buffer.from('app-key:app-secret').toString('base64')}` };
    expect((await stage.gateway.send('GET', '/linking/session', { headers, token: null })).status).toBe(401);
  });
});

describe('what OpenID Connect lets any page read', () => {
  const stage = new GatewayStage(() => ({ status: 200, body: fact(null) }));
  const paths = ['/userinfo', '/jwks', '/.well-known/openid-configuration'];

  it.each(paths)('%s is asked about from any origin, with CORS=off', async (path) => {
    const gateway = await stage.start({ CORS: 'off' });
    const headers = { ...preflight.headers, origin: 'https://shop.example' };
    const asked = await gateway.send('OPTIONS', path, { ...preflight, headers });
    expect([asked.status, asked.headers['access-control-allow-origin']]).toEqual([204, '*']);
    expect(asked.headers['access-control-allow-headers']).toContain('Authorization');
    await gateway.stop();
  });

  it('/userinfo is refused as JSON with error', async () => {
    const { status, text } = await stage.gateway.send('POST', '/userinfo', {
      headers: { 'content-type': 'text/plain' },
      body: 'x',
      token: null,
    });
    expect([status, JSON.parse(text)]).toEqual([415, expect.objectContaining({ error: 'invalid_request' })]);
  });
});
