import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { type CollectionAnswer, ref, type ResourceAnswer, type Route } from '@halyard/contracts';
import { publicRoutes } from '@halyard/public-api';
import { Bytes } from '@halyard/http';
import { describe, expect, it } from '@jest/globals';
import { Readable } from 'node:stream';
import { request } from 'undici';
import { GatewayStage } from '../../test/gateway-stage.js';

const ID = '0195b3a0-0000-7000-8000-0000000000c1';
const URL_OF_ONE = `/customers/${ID}`;

const customer = (firstName = 'Ada'): ResourceAnswer => ({
  type: 'resource',
  kind: 'customer',
  id: ID,
  attributes: { firstName },
  links: { transfers: ref('listCustomerTransfers', ID) },
});
const customers = (count = 25): CollectionAnswer => ({
  type: 'collection',
  self: ref('listCustomers'),
  of: 'customer',
  items: Array.from({ length: count }, () => customer()),
  total: count,
  page: { limit: 25, offset: 0 },
});
const reads = Object.entries<Route>(publicRoutes).filter(
  ([, { method, kind, access, owner }]) =>
    method === 'GET' && kind === 'plain' && access !== 'linking' && owner !== 'gateway',
);

describe('what an application reads', () => {
  const stage = new GatewayStage(() => ({ status: 200, body: customer() }));
  const { services } = stage;

  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    stage.gateway.send(method, path, { headers });
  const tagOf = async (path: string, headers: Record<string, string> = {}): Promise<string> =>
    String((await get(path, headers)).headers['etag']);

  it.each(reads.filter(([, { access }]) => access !== 'anyone'))(
    '%s has an entity tag, and is not sent again to who has it',
    async (_, { path }) => {
      const address = path.replaceAll(/:\w+/g, ID);
      const tag = await tagOf(address);
      expect(tag).toMatch(/^W\/"[\w-]{22}"$/);
      const { status, text, headers } = await get(address, { 'if-none-match': tag });
      expect([status, text, headers['etag']]).toEqual([304, '', tag]);
      expect(headers).toMatchObject({
        'cache-control': 'private, no-cache',
        vary: 'Accept, Accept-Encoding, Authorization',
      });
      expect(headers).not.toHaveProperty('content-type');
    },
  );

  it.each(reads)('%s is refused as of a moment, which no route knows', async (_, { path }) => {
    const { status, body } = await get(`${path.replaceAll(/:\w+/g, ID)}?asOf=2026-01-05T12:00:00.000Z`);
    expect([status, body]).toMatchObject([
      400,
      { code: 'ValidationError', _embedded: { errors: [{ code: 'NotAllowed', path: '/query/asOf' }] } },
    ]);
  });

  it('is the same at the root', async () => {
    expect((await get('/', { 'if-none-match': await tagOf('/') })).status).toBe(304);
  });

  it.each([
    ['*', 304],
    [' * ', 304],
    ['{tag}', 304],
    ['{strong}', 304],
    ['"other", {tag}', 304],
    ['"other",{strong},W/"third"', 304],
    ['"a,b" , {tag}', 304],
    ['"other"', 200],
    ['{unquoted}', 200],
    ['"*"', 200],
    ['', 200],
    [`${'"x",'.repeat(2_000)}"y"`, 200],
  ])('If-None-Match: %s is answered %i', async (template, expected) => {
    const tag = await tagOf(URL_OF_ONE);
    const header = template
      .replace('{tag}', tag)
      .replace('{strong}', tag.slice(2))
      .replace('{unquoted}', tag.slice(3, -1));
    expect((await get(URL_OF_ONE, { 'if-none-match': header })).status).toBe(expected);
  });

  it('has another tag with another content, type, form, address or filter', async () => {
    services.respond = () => ({ status: 200, body: customers(1) });
    const host = 'api.example.com';
    const tags = [
      await tagOf('/customers'),
      await tagOf('/customers', { accept: 'application/json' }),
      await tagOf('/customers', { accept: 'application/vnd.acme.v1.hal+json' }),
      await tagOf('/customers', { accept: 'application/prs.hal-forms+json' }),
      await tagOf('/customers?search=a'),
      await tagOf('/customers', { host }),
    ];
    services.respond = () => ({ status: 200, body: customers(2) });
    tags.push(await tagOf('/customers'));
    expect(new Set(tags).size).toBe(tags.length);
  });

  it('is answered to HEAD by the same headers', async () => {
    const read = await get(URL_OF_ONE);
    const { status, text, headers } = await get(URL_OF_ONE, {}, 'HEAD');
    expect([status, text]).toEqual([200, '']);
    for (const name of ['etag', 'vary', 'cache-control', 'content-type', 'content-length']) {
      expect([name, headers[name]]).toEqual([name, read.headers[name]]);
    }
    const tag = String(headers['etag']);
    expect((await get(URL_OF_ONE, { 'if-none-match': tag }, 'HEAD')).status).toBe(304);
  });

  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const)('is compressed in %s for who likes that, under the same tag', async (coding, decompress) => {
    services.respond = () => ({ status: 200, body: customers() });
    const plain = await get('/customers');
    expect(plain.headers).not.toHaveProperty('content-encoding');
    const { headers, body } = await request(`${stage.gateway.addresses.baseUrl}/customers`, {
      headers: { authorization: `Bearer ${await services.token()}`, 'accept-encoding': coding },
    });
    const bytes = Buffer.from(await body.arrayBuffer());
    expect(headers).toMatchObject({
      'content-encoding': coding,
      'content-length': String(bytes.length),
      etag: plain.headers['etag'],
    });
    expect(decompress(bytes).toString()).toBe(plain.text);
    const head = await get('/customers', { 'accept-encoding': coding }, 'HEAD');
    expect([head.headers['content-encoding'], head.headers['content-length']]).toEqual([coding, String(bytes.length)]);
  });

  it('is not compressed where it is short', async () => {
    expect((await get(URL_OF_ONE, { 'accept-encoding': 'gzip, br' })).headers).not.toHaveProperty('content-encoding');
  });
});

describe('any other answer', () => {
  const stage = new GatewayStage(() => ({ status: 200, body: customers() }));
  const headers = { 'accept-encoding': 'gzip, br', 'if-none-match': '*' };

  const bare = (answer: { readonly headers: object }): void => {
    expect(answer.headers).toHaveProperty('cache-control', 'no-store');
    for (const name of ['etag', 'content-encoding']) expect(answer.headers).not.toHaveProperty(name);
  };

  it('to a POST, where a secret may be beside what was sent, is sent whole and never stored', async () => {
    const answer = await stage.gateway.send('POST', '/customers', { headers, body: {} });
    expect(answer.status).toBe(200);
    bare(answer);
  });

  it('to a page with a linking token is the same', async () => {
    const answer = await stage.gateway.send('GET', '/linking/institutions', { headers, token: 'linking-token' });
    expect(answer.status).toBe(200);
    bare(answer);
  });

  it('of a refusal too', async () => {
    bare(await stage.gateway.send('GET', '/customers', { headers, token: null }));
    bare(await stage.gateway.send('GET', '/nowhere', { headers }));
  });
});

describe('bytes of an owner', () => {
  const stage = new GatewayStage(() => ({ status: 200, body: customers() }));
  const script = 'let a = 1;\n'.repeat(500);
  const path = `/linking/assets/${ID}/page.js`;
  const answerWith = (cacheControl: string): void => {
    stage.services.respondBytes = () =>
      Promise.resolve(
        new Bytes(Readable.from([Buffer.from(script)]), {
          'content-type': 'text/javascript; charset=utf-8',
          'content-length': String(script.length),
          'cache-control': cacheControl,
        }),
      );
  };

  it('are compressed where they are the same for everybody, for GET and HEAD alike', async () => {
    answerWith('public, max-age=300');
    const url = stage.gateway.addresses.baseUrl + path;
    const { headers, body } = await request(url, { headers: { 'accept-encoding': 'gzip' } });
    const bytes = Buffer.from(await body.arrayBuffer());
    expect(headers).toMatchObject({
      'content-encoding': 'gzip',
      'content-length': String(bytes.length),
      vary: expect.stringContaining('Accept-Encoding'),
    });
    expect(gunzipSync(bytes).toString()).toBe(script);
    const head = await request(url, { method: 'HEAD', headers: { 'accept-encoding': 'gzip' } });
    expect(head.headers).toMatchObject({ 'content-encoding': 'gzip', 'content-length': String(bytes.length) });
    const plain = await request(url);
    expect([plain.headers['content-encoding'], await plain.body.text()]).toEqual([undefined, script]);
  });

  it('are sent as they are where they are not', async () => {
    answerWith('no-store');
    const { headers, body } = await request(stage.gateway.addresses.baseUrl + path, {
      headers: { 'accept-encoding': 'gzip' },
    });
    expect([headers['content-encoding'], await body.text()]).toEqual([undefined, script]);
  });
});
