import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { request } from 'undici';
import { fact } from '../../test/fakes.js';
import { GatewayStage } from '../../test/gateway-stage.js';

const inDocs = (name: string): Record<string, unknown> =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../../../../docs', name), 'utf8')) as Record<string, unknown>;

describe('the descriptions of the API', () => {
  const stage = new GatewayStage(() => ({ status: 200, body: fact(null) }));

  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    stage.gateway.send(method, path, { headers, token: null });

  it('of requests is that of docs/, with the address by which the client calls the API, and needs no token', async () => {
    const { status, headers, body } = await get('/openapi.json', { host: 'api.example.com:8443' });
    expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
    const address = 'http://api.example.com:8443';
    const documented = JSON.stringify(inDocs('openapi.json')).replaceAll('https://localhost:8443', address);
    expect(body).toEqual({ ...(JSON.parse(documented) as object), servers: [{ url: address }] });
    expect(JSON.stringify(body)).not.toContain('localhost:8443');
  });

  it('of events is that of docs/', async () => {
    const { status, body } = await get('/asyncapi.json');
    expect([status, body]).toEqual([200, inDocs('asyncapi.json')]);
  });

  it.each(['/openapi.json', '/asyncapi.json'])('%s is not sent again to who has it', async (path) => {
    const { headers } = await get(path);
    const again = await get(path, { 'if-none-match': String(headers['etag']) });
    expect([again.status, again.text, again.headers['etag']]).toEqual([304, '', headers['etag']]);
    expect((await get(path, { 'if-none-match': '"other"' })).status).toBe(200);
  });

  it('has another tag at another address', async () => {
    const tagAt = async (host: string) => (await get('/openapi.json', { host })).headers['etag'];
    expect(await tagAt('a.example')).not.toBe(await tagAt('b.example'));
  });

  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const)('is compressed in %s for who likes that', async (coding, decompress) => {
    const { headers, body } = await request(`${stage.gateway.addresses.baseUrl}/openapi.json`, {
      headers: { 'accept-encoding': coding },
    });
    const bytes = Buffer.from(await body.arrayBuffer());
    expect(headers).toMatchObject({ 'content-encoding': coding, 'content-length': String(bytes.length) });
    expect(decompress(bytes).toString()).toBe((await get('/openapi.json')).text);
  });

  it('answers HEAD without the body, and refuses what is no reading', async () => {
    const { text } = await get('/openapi.json');
    const head = await get('/openapi.json', {}, 'HEAD');
    expect([head.status, head.text, head.headers['content-length']]).toEqual([
      200,
      '',
      String(Buffer.byteLength(text)),
    ]);
    expect((await get('/openapi.json', {}, 'POST')).status).toBe(405);
    expect((await get('/openapi.json', { accept: 'text/html' })).status).toBe(406);
  });
});
