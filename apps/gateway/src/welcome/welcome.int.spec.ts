import { hash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { request } from 'undici';
import { fact } from '../../test/fakes.js';
import { GatewayStage } from '../../test/gateway-stage.js';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8';

describe('the root, for a person with a browser', () => {
  const stage = new GatewayStage(() => ({ status: 200, body: fact(null) }));

  const get = async (headers: Record<string, string> = {}, { baseUrl } = stage.gateway.addresses) => {
    const { statusCode, headers: answered, body } = await request(`${baseUrl}/`, { headers });
    return { status: statusCode, type: answered['content-type'], headers: answered, text: await body.text() };
  };

  it.each([BROWSER, 'text/html', 'text/html, */*', 'text/html;q=0.9, application/json;q=0.8'])(
    'is a page for Accept: %s',
    async (accept) => {
      const { status, type, text } = await get({ accept });
      expect([status, type]).toEqual([200, 'text/html; charset=utf-8']);
      expect(text).toContain('Halyard is running');
    },
  );

  it.each([
    '',
    '*/*',
    'application/json',
    'application/vnd.service.v1.hal+json',
    'application/vnd.acme.v1.hal+json, text/html',
    'application/hal+json;q=0.9, text/html;q=0.9',
    'text/html;q=0, */*',
  ])('stays a refusal without a token for Accept: %s', async (accept) => {
    expect((await get({ accept })).status).toBe(401);
  });

  it('is the resource for who has a token, whatever its Accept (Java sends that of a browser)', async () => {
    const accept = 'text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2';
    const { status, type } = await get({ accept, authorization: `Bearer ${await stage.services.token()}` });
    expect([status, type]).toEqual([200, 'application/vnd.service.v1.hal+json; charset=UTF-8']);
    expect((await get({ accept, authorization: 'Bearer wrong' })).status).toBe(401);
  });

  it('says where things are, by the address that was called, and no secret', async () => {
    const { text } = await get({ accept: BROWSER, host: 'pay.example:8443' });
    for (const told of ['http://pay.example:8443', '.data/demo.json', '/openapi.json', '/asyncapi.json', 'curl -s']) {
      expect(text).toContain(told);
    }
    expect(text).not.toContain('--cacert');
    expect((await get({ accept: BROWSER, host: '"><script>' })).status).toBe(400);
  });

  it('has a policy that lets nothing in but its own style', async () => {
    const { headers, text } = await get({ accept: BROWSER });
    const style = /<style>([^]*)<\/style>/.exec(text)?.[1] ?? '';
    expect(headers['content-security-policy']).toBe(
      `default-src 'none'; style-src 'sha256-${hash('sha256', style, 'base64')}'; ` +
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; " +
        "require-trusted-types-for 'script'; trusted-types 'none'",
    );
    expect(text).not.toMatch(/<script|style="|\bon\w+=|src=|href="(?!\/)/);
  });

  it('is none in production', async () => {
    const gateway = await stage.start({ ENVIRONMENT: 'production' });
    const { status } = await get({ accept: BROWSER }, gateway.addresses);
    await gateway.stop();
    expect(status).toBe(401);
  });
});
