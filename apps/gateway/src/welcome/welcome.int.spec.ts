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
    for (const told of ['base=http://pay.example:8443', 'demo.json', '/openapi.json', '/asyncapi.json', 'curl -s'])
      expect(text).toContain(told);
    for (const link of ['/console/', '/docs/']) expect(text).toContain(`href="${link}"`);
    expect(text).not.toContain('--cacert');
    expect((await get({ accept: BROWSER, host: '"><script>' })).status).toBe(400);
  });

  it('links no console that is not served, and one of another host by its address', async () => {
    const linked = async (settings: Readonly<Record<string, string>>) => {
      const gateway = await stage.start(settings);
      const { text } = await get({ accept: BROWSER }, gateway.addresses);
      await gateway.stop();
      return /href="([^"]*)">Open the console</.exec(text)?.[1];
    };
    expect(await linked({ CONSOLE: 'off' })).toBeUndefined();
    expect(await linked({ CONSOLE_URL: 'https://console.pay.example' })).toBe('https://console.pay.example/console/');
  });

  it('has a policy that lets nothing in but its own style and script', async () => {
    const { headers, text } = await get({ accept: BROWSER });
    const sourceOf = (tag: string): string => {
      const content = new RegExp(`<${tag}>([^]*)</${tag}>`).exec(text)?.[1] ?? '';
      return `'sha256-${hash('sha256', content, 'base64')}'`;
    };
    expect(headers['content-security-policy']).toBe(
      `default-src 'none'; style-src ${sourceOf('style')}; script-src ${sourceOf('script')}; ` +
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; " +
        "require-trusted-types-for 'script'; trusted-types 'none'",
    );
    expect(text).not.toMatch(/<script |style="|\bon\w+=|src=|href="(?!\/)/);
  });

  it('is none in production', async () => {
    const gateway = await stage.start({ ENVIRONMENT: 'production' });
    const { status } = await get({ accept: BROWSER }, gateway.addresses);
    await gateway.stop();
    expect(status).toBe(401);
  });
});
