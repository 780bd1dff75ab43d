import { hash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { correctionCodes, errorCodes, faultCodes, returnCodes } from '@halyard/core';
import { publicRoutes } from '@halyard/public-api';
import { request } from 'undici';
import { GatewayFixture } from '../../test/gateway-fixture.js';

const files: Readonly<Record<string, string>> = {
  'index.html': '<h1>Halyard</h1>',
  '404.html': '<h1>Not here</h1>',
  'how-to/verify/index.html': `<h1>Verify</h1>${'<p>Text.</p>'.repeat(200)}`,
  'how-to/verify.md': '# Verify',
  'llms.txt': '# Halyard',
  '_astro/page.abc.css': 'p{color:red}',
  'favicon.svg': '<svg/>',
};

describe('the documentation site', () => {
  const parent = mkdtempSync(join(tmpdir(), 'site-'));
  const folder = join(parent, 'dist');
  let gateway: GatewayFixture;

  beforeAll(async () => {
    gateway = await GatewayFixture.start({ DOCUMENTATION_DIR: folder });
  });
  afterAll(async () => {
    await gateway.stop();
    rmSync(parent, { recursive: true });
  });
  beforeEach(() => {
    writeFileSync(join(parent, 'secret.txt'), 'a secret');
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const get = async (path: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' | 'POST' = 'GET') => {
    const answer = await request(gateway.addresses.baseUrl + path, { method, headers });
    return { status: answer.statusCode, headers: answer.headers, bytes: Buffer.from(await answer.body.arrayBuffer()) };
  };
  const textAt = async (path: string): Promise<string> => (await get(path)).bytes.toString();

  describe('before it is built', () => {
    beforeEach(() => rmSync(folder, { recursive: true }));

    it('has the pages of errors, operations and codes of banks, and lists them beside the command that builds the rest', async () => {
      const list = await textAt('/docs/');
      expect(list).toContain('<code>npm run docs</code>');
      const addresses = [...list.matchAll(/href="([^"]+)"/g)].map(([, address = '']) => address);
      expect(addresses).toEqual(
        expect.arrayContaining([
          ...Object.keys(errorCodes).map((code) => `/docs/errors/${code}/`),
          ...faultCodes.map((code) => `/docs/errors/${code}/`),
          ...Object.keys(publicRoutes).map((name) => `/docs/api/${name}/`),
          ...Object.keys(returnCodes).map((code) => `/docs/return-codes/${code}/`),
          ...Object.keys(correctionCodes).map((code) => `/docs/correction-codes/${code}/`),
        ]),
      );
      for (const address of new Set(addresses)) expect([address, (await get(address)).status]).toEqual([address, 200]);
    });

    it('says of an operation what it needs, and links its errors', async () => {
      const page = await textAt('/docs/api/createTransfer/');
      expect(page).toMatch(/<p class="label">POST \/transfers<\/p>\s*<h1>Create a transfer<\/h1>/);
      expect(page).toContain('of the scope <code>send</code>');
      expect(page).toContain('<a href="/docs/errors/IdempotencyKeyReused/">');
      expect(page).toContain(gateway.addresses.baseUrl);
    });

    it('links no page that it does not have', async () => {
      const pages = await Promise.all(Object.keys(errorCodes).map((code) => textAt(`/docs/errors/${code}/`)));
      const linked = new Set(pages.flatMap((page) => [...page.matchAll(/href="([^"]+)"/g)].map(([, to = '']) => to)));
      for (const address of linked) expect([address, (await get(address)).status]).toEqual([address, 200]);
    });

    it('allows its pages their own style alone', async () => {
      const { headers, bytes } = await get('/docs/errors/NotFound/');
      const policy = String(headers['content-security-policy']);
      const [, style = ''] = /<style>([^]*)<\/style>/.exec(bytes.toString()) ?? [];
      expect(policy).toContain(`style-src 'sha256-${hash('sha256', style, 'base64')}'`);
      expect(policy).toContain("default-src 'none'");
      expect(policy).not.toMatch(/unsafe-|script-src/);
    });

    it('names the command where a page is not there', async () => {
      const error = await get('/docs/quick-start/');
      expect([error.status, JSON.parse(error.bytes.toString())]).toEqual([
        404,
        { code: 'NotFound', message: 'The documentation is not built: `npm run docs` builds it.' },
      ]);
      const page = await get('/docs/quick-start/', { accept: 'text/html' });
      expect([page.status, page.bytes.toString()]).toEqual([404, expect.stringContaining('npm run docs')]);
      expect((await get('/docs')).headers['location']).toBe('/docs/');
      expect((await get('/docs/errors/NotFound')).headers['location']).toBe('/docs/errors/NotFound/');
    });
  });

  it.each([
    ['/docs/', 'index.html', 'text/html; charset=utf-8'],
    ['/docs/how-to/verify/', 'how-to/verify/index.html', 'text/html; charset=utf-8'],
    ['/docs/how-to/verify.md', 'how-to/verify.md', 'text/markdown; charset=utf-8'],
    ['/docs/llms.txt', 'llms.txt', 'text/plain; charset=utf-8'],
    ['/llms.txt', 'llms.txt', 'text/plain; charset=utf-8'],
    ['/docs/_astro/page.abc.css', '_astro/page.abc.css', 'text/css; charset=utf-8'],
    ['/docs/favicon.svg', 'favicon.svg', 'image/svg+xml'],
  ])('has at %s its file, of its type, without a token', async (path, file, type) => {
    const { status, headers, bytes } = await get(path);
    expect([status, headers['content-type'], bytes.toString()]).toEqual([200, type, files[file]]);
  });

  it('lets nothing into a page but files of its own', async () => {
    const { headers } = await get('/docs/');
    const policy = String(headers['content-security-policy']);
    for (const rule of [
      "default-src 'none'",
      "script-src 'self'",
      "connect-src 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "form-action 'self'",
      "require-trusted-types-for 'script'",
    ])
      expect(policy.split('; ')).toContain(rule);
    expect(policy).not.toMatch(/unsafe-|\*|https?:/);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'x-frame-options': 'DENY',
    });
  });

  it.each([
    ['/docs', '/docs/'],
    ['/docs/how-to/verify', '/docs/how-to/verify/'],
  ])('sends from %s to %s', async (path, location) => {
    const { status, headers } = await get(path);
    expect([status, headers['location']]).toEqual([308, location]);
  });

  it('answers what it does not have with its own page to a browser, and with an error to a client', async () => {
    const page = await get('/docs/nothing/', { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' });
    expect([page.status, page.bytes.toString()]).toEqual([404, files['404.html']]);
    const error = await get('/docs/nothing/');
    expect([error.status, JSON.parse(error.bytes.toString())]).toMatchObject([404, { code: 'NotFound' }]);
  });

  it.each([
    '/docs/../secret.txt',
    '/docs/%2e%2e/secret.txt',
    '/docs/..%2fsecret.txt',
    '/docs/how-to/..%2f..%2f..%2fsecret.txt',
    '/docs/%2fetc%2fpasswd',
    '/docs//index.html',
    '/docs/index.html%00.md',
    `/docs/${'a'.repeat(1_000)}`,
    '/docs/how-to/verify.md/deeper',
    '/docs/_astro',
  ])('%s leads to no file', async (path) => {
    expect((await gateway.send('GET', path, { token: null })).body).toMatchObject({ code: 'NotFound' });
  });

  it.each(['built', 'not built'])('is where refusals lead to, when it is %s', async (state) => {
    if (state === 'not built') rmSync(folder, { recursive: true });
    const refused = async (path: string) => (await gateway.send('GET', path, { token: null })).headers['link'];
    const { baseUrl } = gateway.addresses;
    expect(await refused('/customers')).toBe(`<${baseUrl}/docs/errors/InvalidCredentials/>; rel="help"`);
    expect(await refused('/nothing')).toBe(`<${baseUrl}/docs/errors/NotFound/>; rel="help"`);
  });

  it('is not sent again to who has it, until it is built anew', async () => {
    const { headers } = await get('/docs/');
    const known = { 'if-none-match': String(headers['etag']) };
    expect((await get('/docs/', known)).status).toBe(304);
    writeFileSync(join(folder, 'index.html'), '<h1>New</h1>');
    expect((await get('/docs/', known)).status).toBe(200);
  });

  it('is compressed for who likes that', async () => {
    const { headers, bytes } = await get('/docs/how-to/verify/', { 'accept-encoding': 'gzip' });
    expect(headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(bytes).toString()).toBe(await textAt('/docs/how-to/verify/'));
  });

  it('is the same where its files are compressed, as in the image', async () => {
    const paths = ['/docs/', '/docs/how-to/verify/', '/docs/how-to/verify.md', '/docs/_astro/page.abc.css'];
    const answers = () => Promise.all(paths.map((path) => get(path)));
    const known = ({ status, headers: { etag, 'content-type': type }, bytes }: Awaited<ReturnType<typeof get>>) => ({
      status,
      etag,
      type,
      text: bytes.toString(),
    });
    const plain = (await answers()).map(known);
    for (const [name, text] of Object.entries(files)) {
      writeFileSync(join(folder, `${name}.gz`), gzipSync(text));
      rmSync(join(folder, name));
    }
    expect((await answers()).map(known)).toEqual(plain);
    expect(plain.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });

  it('keeps files whose name says what is in them', async () => {
    expect((await get('/docs/_astro/page.abc.css')).headers['cache-control']).toContain('immutable');
    expect((await get('/docs/')).headers['cache-control']).toBe('public, no-cache');
  });

  it('can only be read', async () => {
    const head = await get('/docs/', {}, 'HEAD');
    expect([head.status, head.bytes.length, head.headers['content-length']]).toEqual([200, 0, '16']);
    const posted = await get('/docs/how-to/verify/', {}, 'POST');
    expect([posted.status, posted.headers['allow']]).toEqual([405, 'GET, HEAD']);
  });
});
