import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ISSUER } from '../../test/support/authorization-server-double.js';
import { ConsoleApp } from '../../test/support/console-app.js';
import type { Visitor } from '../../test/support/visitor.js';

const policyOf = ({ headers }: Awaited<ReturnType<Visitor['get']>>): readonly string[] =>
  String(headers['content-security-policy']).split('; ');

describe('pages of the console', () => {
  let app: ConsoleApp;
  let visitor: Visitor;
  beforeAll(async () => {
    app = await ConsoleApp.start();
    visitor = await app.loggedIn();
  });
  afterAll(() => app.stop());

  it('let nothing in but files of their own, and are kept by nobody', async () => {
    const shown = await visitor.get('/console/');
    for (const rule of [
      "default-src 'none'",
      "script-src 'self'",
      "connect-src 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "form-action 'self'",
      "require-trusted-types-for 'script'",
    ])
      expect(policyOf(shown)).toContain(rule);
    expect(policyOf(shown).join('; ')).not.toMatch(/unsafe-|\*|data:/);
    expect(shown.headers).toMatchObject({
      'cache-control': 'no-store',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
    });
    expect(shown.headers['access-control-allow-origin']).toBeUndefined();
    expect(shown.text).not.toMatch(/<script>|<script [^>]*>[^<]|\son\w+=/);
  });

  it.each([
    ['pay.example', 'max-age=31536000'],
    ['localhost:8443', 'max-age=0'],
    ['127.0.0.1:8443', 'max-age=0'],
    ['console.localhost:8443', 'max-age=0'],
  ])('are known by HTTPS alone at %s for a time of %s', async (host, expected) => {
    const { headers } = await app.visitor(host).get('/console/?state=logged-out');
    expect(headers['strict-transport-security']).toBe(expected);
  });

  it('that show who is logged out have a style alone, by its hash', async () => {
    const shown = await app.visitor().get('/console/?state=logged-out');
    expect(shown.text).toContain('<h1>You are logged out</h1>');
    expect(policyOf(shown)).toContainEqual(expect.stringMatching(/^style-src 'sha256-[^']+'$/));
  });

  it.each([
    ['/console/', 200],
    ['/console/customers/new', 200],
    ['/console/operations/accounts', 200],
    ['/console/nothing', 404],
  ])('answer %s with %d', async (path, status) => {
    expect((await visitor.get(path)).status).toBe(status);
  });

  it('lead who is not logged in to the log-in, and from there back', async () => {
    const { status, location } = await app.visitor().get('/console/customers?status=verified');
    const path = encodeURIComponent('/console/customers?status=verified');
    expect([status, location]).toEqual([302, `/console/login?return=${path}`]);
  });

  it('are no answer for who does not ask for a page', async () => {
    const asked = await app.visitor().get('/console/customers', { accept: 'application/json' });
    expect(asked).toMatchObject({ status: 401, code: 'NoSession' });
  });

  it('begin at /console/', async () => {
    const { status, location } = await app.visitor().get('/console');
    expect([status, location]).toEqual([308, '/console/']);
  });

  describe('have files', () => {
    it('that never change under a name', async () => {
      const { text } = await visitor.get('/console/');
      const names = [...text.matchAll(/\/console\/assets\/([^"]+)/g)].map(([, name]) => name);
      expect(names).toEqual(['icon-1.svg', 'style-1.css', 'main-1.js']);
      const plain = await visitor.get('/console/assets/main-1.js');
      const compressed = await visitor.get('/console/assets/main-1.js', { 'accept-encoding': 'gzip, br' });
      expect([plain.text, compressed.text]).toEqual(['plain', 'compressed']);
      expect(plain.headers['content-encoding']).toBeUndefined();
      expect(compressed.headers).toMatchObject({
        'content-encoding': 'br',
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'public, max-age=31536000, immutable',
        vary: 'Accept-Encoding',
      });
    });

    it.each(['main-2.js', 'manifest.json', 'secret.txt', '..%2fmanifest.json', '%2e%2e%2fmain-1.js'])(
      'and none at %s',
      async (name) => {
        expect((await visitor.get(`/console/assets/${name}`)).status).toBe(404);
      },
    );
  });

  it.each([
    ['the host that the browser names', {}, 'shop.example', ['https://shop.example', 'https://shop.example']],
    ['the API’s own host', { CONSOLE_URL: 'https://console.example' }, 'console.example', [ISSUER, ISSUER]],
    [
      'a host of log-ins',
      { AUTH_URL: 'https://login.example', AUTH_ISSUER: ISSUER },
      'pay.example',
      ['https://pay.example', 'https://login.example'],
    ],
  ])('lead out to %s', async (_, env: Record<string, string>, host, [api, auth]) => {
    const other = await ConsoleApp.start(env);
    try {
      const shown = (await other.loggedIn()).copy(host);
      expect((await shown.get('/console/')).text).toContain(`data-api="${api}" data-auth="${auth}"`);
    } finally {
      await other.stop();
    }
  });
});
