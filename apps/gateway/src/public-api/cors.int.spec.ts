import { publicRoutes } from '@halyard/contracts';
import { describe, expect, it } from '@jest/globals';
import { fact } from '../../test/fakes.js';
import { GatewayStage } from '../../test/gateway-stage.js';

const ID = '0195b3a0-0000-7000-8000-0000000000c1';
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
  const paths = [...new Set(Object.values(publicRoutes).map(({ path }) => path.replace(':id', ID)))];

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
        'access-control-allow-headers': 'Accept, Authorization, Content-Type, Idempotency-Key',
        'access-control-max-age': '86400',
      });
      expect(headers['access-control-allow-credentials']).toBeUndefined();
    }
    const { headers } = await gateway.send('OPTIONS', '/customers', preflight);
    expect(headers['access-control-allow-methods']).toBe('POST, GET');
    expect((await gateway.send('OPTIONS', '/nowhere', preflight)).status).toBe(404);
    await gateway.stop();
  });

  it('may read of an answer what clients need', async () => {
    const gateway = await stage.start({ CORS: 'on' });
    const { headers } = await gateway.send('GET', '/nowhere');
    await gateway.stop();
    const exposed = String(headers['access-control-expose-headers']).toLowerCase().split(', ');
    expect(exposed).toEqual(
      expect.arrayContaining(['location', 'x-request-id', 'retry-after', 'idempotent-replayed', 'www-authenticate']),
    );
  });
});
