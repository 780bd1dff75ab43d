import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { until } from '@halyard/testing/waiting';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { runWith } from '../main.js';

let server: Server;
let base: string;
let home: string;
let profiles: string;
/** The forms that were sent to `/token` and `/token/revocation`, and what they are answered in turn. */
let sent: Record<string, string>[] = [];
let tokenAnswers: { readonly status?: number; readonly body: object }[] = [];
/** The latest access token: others are refused. */
let valid = '';
/** What discovery says otherwise. */
let discovered: Record<string, string> = {};

const unsigned = (claims: object): string => `h.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.s`;
const granted = (name: string) => {
  valid = unsigned({ sub: 'person', client_id: 'cli', scope: 'openid send', may: 'write', name });
  return { body: { access_token: valid, expires_in: 3_600, refresh_token: `refresh-${name}` } };
};

beforeAll(async () => {
  server = createServer((request, response) => {
    void text(request).then((body) => {
      const { url = '', headers } = request;
      const told = (status: number, answer: object) => void response.writeHead(status).end(JSON.stringify(answer));
      if (url.startsWith('/token')) {
        sent.push(Object.fromEntries(new URLSearchParams(body)));
        const next = url === '/token' ? tokenAnswers.shift() : { body: {} };
        return told(next?.status ?? 200, next?.body ?? granted('again').body);
      }
      if (url === '/.well-known/openid-configuration')
        return told(200, {
          issuer: base,
          authorization_endpoint: `${base}/auth`,
          token_endpoint: `${base}/token`,
          device_authorization_endpoint: `${base}/device/authorization`,
          ...discovered,
        });
      if (url === '/device/authorization')
        return told(200, {
          device_code: 'device-secret',
          user_code: 'ABCD',
          verification_uri: `${base}/device`,
          verification_uri_complete: `${base}/device?user_code=ABCD`,
          expires_in: 600,
          interval: 0.01,
        });
      if (headers.authorization !== `Bearer ${valid}`)
        return told(401, { code: 'ExpiredAccessToken', message: 'Expired.' });
      if (url === '/') return told(200, { _links: { account: { href: `${base}/accounts/a` } } });
      if (url === '/accounts/a') return told(200, { id: 'a', name: 'Shop' });
      if (url === '/userinfo') return told(200, { email: 'ada@example.com', name: 'Ada' });
      return told(url.startsWith('/people') ? 403 : 405, { code: 'Forbidden', message: 'No.' });
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  home = await mkdtemp(join(tmpdir(), 'halyard-login-'));
  profiles = join(home, '.config', 'halyard', 'profiles');
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await rm(home, { recursive: true });
});
beforeEach(async () => {
  [sent, tokenAnswers, discovered] = [[], [], {}];
  await rm(profiles, { recursive: true, force: true });
});

const start = (args: readonly string[], stop = new AbortController(), input = '') => {
  const printed: string[] = [];
  const noted: string[] = [];
  const code = runWith(['node', 'halyard', '--json', ...args], {
    env: { HOME: home, DATA_DIR: join(home, 'data'), SSH_CONNECTION: 'far away' },
    print: (line) => printed.push(line),
    note: (line) => noted.push(line),
    readInput: () => Promise.resolve(input),
    signal: stop.signal,
  });
  return { printed, noted, code, stop };
};
const login = (...args: readonly string[]) => start(['login', '--url', base, '--profile', 'p', ...args]);
const stored = async () => JSON.parse(await readFile(join(profiles, 'p.json'), 'utf8')) as Record<string, unknown>;

/** A log-in that waits for its browser, and where that browser is to go. */
async function waiting() {
  const running = login('--no-browser');
  await until('it has an address', () => running.noted.length > 0);
  const { authorization_uri: uri } = JSON.parse(running.noted[0] ?? '') as { readonly authorization_uri: string };
  const asked = new URL(uri).searchParams;
  const back = (query: Record<string, string>): Promise<Response> =>
    fetch(`${asked.get('redirect_uri') ?? ''}?${new URLSearchParams(query).toString()}`);
  return { ...running, asked, back, state: asked.get('state') ?? '' };
}

describe('a log-in in a browser', () => {
  it('gets its code on this machine alone, and keeps what no other user can read', async () => {
    tokenAnswers = [granted('first')];
    const { asked, back, state, code, printed } = await waiting();
    expect(asked.get('redirect_uri')).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/);
    expect([asked.get('code_challenge_method'), asked.get('code_challenge')?.length]).toEqual(['S256', 43]);
    const page = await back({ state, code: 'C', iss: base });
    expect([page.status, page.headers.get('content-security-policy')]).toEqual([
      200,
      expect.stringMatching(/default-src 'none'; style-src 'sha256-.*form-action 'none'/),
    ]);
    expect(await page.text()).toMatch(/<style>[^]+<h1 id="heading">You are logged in<\/h1>/);
    expect(await code).toBe(0);
    expect(printed.map((line) => JSON.parse(line) as unknown)).toEqual([
      { profile: 'p', user: { email: 'ada@example.com', name: 'Ada' }, account: { id: 'a', name: 'Shop' } },
    ]);
    expect(sent).toEqual([
      expect.objectContaining({ grant_type: 'authorization_code', code: 'C', client_id: 'halyard-cli' }),
    ]);
    expect((await stat(join(profiles, 'p.json'))).mode & 0o777).toBe(0o600);
    expect(await stored()).toMatchObject({ baseUrl: base, accountId: 'a', refreshToken: 'refresh-first' });
  });

  it.each<[string, Record<string, string>]>([
    ['another state', { state: 'other', code: 'C' }],
    ['no state', { code: 'C' }],
    ['another issuer', { code: 'C', iss: 'https://evil.example' }],
  ])('goes on waiting past a browser with %s', async (name, query) => {
    tokenAnswers = [granted('second')];
    const { back, state, code } = await waiting();
    expect((await back(name === 'another issuer' ? { state, ...query } : query)).status).toBe(400);
    expect(sent).toEqual([]);
    await back({ state, code: 'C' });
    expect(await code).toBe(0);
  });

  it('ends with 4 where it is denied, and with 130 where it is interrupted', async () => {
    const denied = await waiting();
    await denied.back({ state: denied.state, error: 'access_denied' });
    expect([await denied.code, denied.noted[1]]).toEqual([4, expect.stringContaining('access_denied')]);
    const interrupted = await waiting();
    interrupted.stop.abort();
    expect(await interrupted.code).toBe(130);
    expect(await readdir(profiles).catch(() => [])).toEqual([]);
  });
});

describe('a log-in by code', () => {
  const pending = { status: 400, body: { error: 'authorization_pending' } };

  it('is what a terminal far away gets; it shows the code first, and waits', async () => {
    tokenAnswers = [pending, pending, granted('third')];
    const { code, printed } = login();
    expect(await code).toBe(0);
    const [first, last] = printed.map((line) => JSON.parse(line) as unknown);
    expect(first).toEqual({
      verification_uri: `${base}/device`,
      verification_uri_complete: `${base}/device?user_code=ABCD`,
      user_code: 'ABCD',
      expires_in: 600,
    });
    expect(last).toMatchObject({ profile: 'p' });
    expect(printed.join()).not.toContain('device-secret');
    expect(sent.at(-1)).toMatchObject({ device_code: 'device-secret', client_id: 'halyard-cli' });
  });

  it.each(['access_denied', 'expired_token'])('ends with 4 for %s', async (error) => {
    tokenAnswers = [pending, { status: 400, body: { error } }];
    expect(await login('--device').code).toBe(4);
  });
});

describe('where a log-in goes', () => {
  const byKey = (...args: readonly string[]) =>
    start(['login', '--key', '--profile', 'p', ...args], undefined, 'key:secret');

  it('is the address that the command names, whatever the folder says', async () => {
    const elsewhere = createServer((_, response) => {
      sent.push({ elsewhere: 'yes' });
      response.end('{}');
    }).listen(0, '127.0.0.1');
    await once(elsewhere, 'listening');
    const authUrl = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
    await mkdir(join(home, 'data'), { recursive: true });
    const demo = { baseUrl: base, authUrl, accountId: 'a', key: 'k', secret: 's', caFile: join(home, 'nothing.pem') };
    await writeFile(join(home, 'data', 'demo.json'), JSON.stringify(demo));
    tokenAnswers = [granted('key')];
    const { code, noted } = byKey('--url', base);
    expect([await code, noted]).toEqual([0, []]);
    expect(sent).toEqual([{ grant_type: 'client_credentials' }]);
    expect(await stored()).toEqual({ baseUrl: base, authUrl: base, accountId: 'a', key: 'key', secret: 'secret' });
    await rm(join(home, 'data'), { recursive: true });
    elsewhere.close();
  });

  it.each([
    ['token_endpoint', 'http://elsewhere.example/token'],
    ['token_endpoint', 'https-token'],
    ['authorization_endpoint', 'file:///etc/passwd'],
    ['authorization_endpoint', '--help'],
    ['device_authorization_endpoint', 'http://elsewhere.example/device'],
    ['issuer', 'javascript:alert(1)'],
  ])('is not %s %s: nothing is sent', async (name, endpoint) => {
    discovered = { [name]: endpoint };
    for (const { code, noted } of [byKey('--url', base), login('--no-browser'), login('--device')]) {
      expect(await code).toBe(1);
      expect(noted.join('\n')).toContain(`${endpoint} as ${name}: it must be an https address, or one of ${base}`);
    }
    expect(sent).toEqual([]);
  });
});

describe('the tokens of a person', () => {
  const loggedIn = async (expiresAt = 0): Promise<void> => {
    tokenAnswers = [granted('old')];
    expect(await login('--device').code).toBe(0);
    await writeFile(join(profiles, 'p.json'), JSON.stringify({ ...(await stored()), expiresAt }));
    sent = [];
  };
  const whoami = () => start(['whoami', '--profile', 'p']);

  it('are renewed once for 100 that need it at once', async () => {
    await loggedIn();
    const all = Array.from({ length: 100 }, whoami);
    expect(new Set(await Promise.all(all.map(({ code }) => code)))).toEqual(new Set([0]));
    expect(sent).toEqual([{ grant_type: 'refresh_token', client_id: 'halyard-cli', refresh_token: 'refresh-old' }]);
    expect(await stored()).toMatchObject({ refreshToken: 'refresh-again' });
    expect(await readdir(profiles)).toEqual(['p.json']);
    expect(JSON.parse(all[0]?.printed[0] ?? '')).toMatchObject({
      user: { email: 'ada@example.com' },
      role: 'member',
      scopes: ['openid', 'send'],
    });
  });

  it('are renewed where the API has refused them before their time', async () => {
    await loggedIn(Date.now() + 3_600_000);
    valid = 'another';
    expect(await whoami().code).toBe(0);
    expect(sent).toHaveLength(1);
  });

  it('are renewed past the lock of a process that was killed', async () => {
    await loggedIn();
    const lock = join(profiles, 'p.json.lock');
    await writeFile(lock, '');
    const long = new Date(Date.now() - 60_000);
    await utimes(lock, long, long);
    expect(await whoami().code).toBe(0);
    expect(await readdir(profiles)).toEqual(['p.json']);
  });

  it('end the command with 4 where the log-in is over, without saying what they were', async () => {
    await loggedIn();
    tokenAnswers = [{ status: 400, body: { error: 'invalid_grant', error_description: 'It has ended.' } }];
    const { code, noted } = whoami();
    expect(await code).toBe(4);
    expect(noted.join()).not.toContain('refresh-');
    expect(await readdir(profiles)).toEqual(['p.json']);
  });

  it('are printed for other programs, the access token alone, renewed where it has expired', async () => {
    await loggedIn(Date.now() + 3_600_000);
    const token = () => start(['token', '--profile', 'p']);
    const fresh = token();
    expect([await fresh.code, fresh.printed, sent]).toEqual([0, [JSON.stringify({ token: valid })], []]);
    await loggedIn();
    tokenAnswers = [granted('new')];
    const renewed = token();
    expect([await renewed.code, renewed.printed, renewed.noted]).toEqual([0, [JSON.stringify({ token: valid })], []]);
    expect(sent).toHaveLength(1);
  });

  it('are revoked by logout', async () => {
    await loggedIn();
    expect(await start(['logout', '--profile', 'p']).code).toBe(0);
    expect(sent).toEqual([{ client_id: 'halyard-cli', token: 'refresh-old', token_type_hint: 'refresh_token' }]);
    expect(await readdir(profiles)).toEqual([]);
    expect(await start(['logout', '--profile', 'p']).code).toBe(4);
  });
});
