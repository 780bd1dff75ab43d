// Runs: embedded
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { runWith } from '@halyard/cli';
import { counts } from '@halyard/testing/counts';
import { helpExamples } from '@halyard/testing/help-examples';
import { WAIT_MS } from '@halyard/testing/patience';
import { until } from '@halyard/testing/waiting';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { personalCustomer } from './support/journeys.js';
import { PlainBrowser } from './support/plain-browser.js';
import { SharedSuite } from './support/shared-suite.js';
import { severalAtOnce } from './support/side-by-side.js';

const program = join(import.meta.dirname, '..', '..', 'cli', 'bin', 'halyard.cjs');

/** Commands that begin or end a log-in, or move the account's clock, have specs of their own. */
const ELSEWHERE = /^(?:login\b|logout\b|clock \w)/;
const ENDLESS = /^(?:listen|events tail|requests tail)\b/;
/** Commands that ask the API nothing: `token` asks for a token alone. */
const OFFLINE = /^(?:completion|trigger --list|open \/|token|version)/;

const PATIENCE = `${Math.ceil(WAIT_MS / 1_000)}s`;

interface Ended {
  readonly line: string;
  readonly code: number;
  readonly printed: readonly string[];
  readonly noted: readonly string[];
}

const lastOf = (lines: readonly string[]): unknown => JSON.parse(lines.at(-1) ?? '');
const isJson = (line: string): boolean => {
  try {
    return typeof JSON.parse(line) === 'object';
  } catch {
    return false;
  }
};

describe('every command', () => {
  let shared: SharedSuite;
  let folder: string;
  let examples: readonly (readonly string[])[];
  /** Those that go on until they are stopped. */
  let endless: readonly (readonly string[])[];
  /** Stands for a suite that answers every request alike. */
  let double: Server;
  let told: { readonly status: number; readonly code: string };

  function start(args: readonly string[]) {
    const stop = new AbortController();
    const [printed, noted]: [string[], string[]] = [[], []];
    const ended = runWith(['node', 'halyard', ...args], {
      env: { HOME: folder, DATA_DIR: folder },
      print: (line) => printed.push(...line.split('\n')),
      note: (line) => noted.push(line),
      readInput: () => Promise.resolve('{}'),
      signal: stop.signal,
    });
    return { line: args.join(' '), printed, noted, ended, stop };
  }
  async function run(args: readonly string[]): Promise<Ended> {
    const { line, printed, noted, ended } = start(args);
    return { line, code: await ended, printed, noted };
  }
  const runAll = (all: readonly (readonly string[])[], ...more: readonly string[]): Promise<Ended[]> =>
    Promise.all(all.map((args) => run([...args, ...more])));
  /** As `runAll`, on the suite, which others use too: several at a time, and each may take as long as any wait. */
  async function runOnSuite(all: readonly (readonly string[])[], ...more: readonly string[]): Promise<Ended[]> {
    const ended = new Map<readonly string[], Ended>();
    await severalAtOnce(all, async (args) => {
      ended.set(args, await run([...args, ...more, '--timeout', PATIENCE]));
    });
    return [...ended.values()];
  }

  beforeAll(async () => {
    shared = await SharedSuite.join('every command');
    folder = await mkdtemp(join(tmpdir(), 'halyard-cli-'));
    await writeFile(join(folder, 'demo.json'), JSON.stringify(shared.client.connection));
    const found = await helpExamples('halyard', async (path) => (await run([...path, '--help'])).printed.join('\n'));
    // The form of what is printed is said below.
    const isForm = (word: string): boolean => word === '--json' || word === '--csv';
    const given = new Map([
      ['body.json', '-'],
      ['file=@FILE', `file=@${join(folder, 'demo.json')}`],
    ]);
    const usable = found
      .filter((args) => !ELSEWHERE.test(args.join(' ')))
      .map((args) => args.filter((word) => !isForm(word)).map((word) => given.get(word) ?? word));
    endless = usable.filter((args) => ENDLESS.test(args.join(' ')));
    examples = usable.filter((args) => !endless.includes(args));
    expect([examples.length > 60, endless.length > 5]).toEqual([true, true]);
    double = createServer((request, response) => {
      const { status, code } = request.url === '/token' && told.status !== 503 ? { status: 200, code: '' } : told;
      const passes = status === 429 || status === 503 ? { 'retry-after': '60' } : {};
      response.writeHead(status, { ...passes, 'x-request-id': 'request-1' });
      const body = { code, message: 'No.', access_token: 'a.e30.c', expires_in: 3_600 };
      response.end(JSON.stringify(body));
    }).listen(0, '127.0.0.1');
    await once(double, 'listening');
    const baseUrl = `http://127.0.0.1:${(double.address() as AddressInfo).port}`;
    const profile = { baseUrl, accountId: 'a', key: 'k', secret: 'hide-this' };
    await writeFile(join(folder, 'double.json'), JSON.stringify(profile));
    await writeFile(join(folder, 'away.json'), JSON.stringify({ ...profile, baseUrl: 'http://127.0.0.1:1' }));
  });
  afterAll(async () => {
    double.closeAllConnections();
    double.close();
    await rm(folder, { recursive: true });
    await shared.leave();
  });

  it('does what it says, or tells what the API refuses, as text and as JSON', async () => {
    for (const json of [[], ['--json']]) {
      const all = await runOnSuite(examples, ...json);
      // Beside so many others a search may say that it lacks what one service has found.
      const isIncomplete = ({ code, noted }: Ended): boolean =>
        code === 5 && noted.some((told) => told.includes('not searched in time'));
      const isFine = (ended: Ended): boolean =>
        [0, 3].includes(ended.code) ||
        (ended.code === 1 && ended.line.startsWith('events resend')) ||
        isIncomplete(ended);
      expect(all.filter((ended) => !isFine(ended))).toEqual([]);
      expect(all.filter(({ code }) => code === 0).length).toBeGreaterThan(25);
      const silent = all.filter(({ code, printed, noted }) => code === 3 && (printed.length > 0 || noted.length !== 1));
      expect(silent).toEqual([]);
      if (json.length === 0) continue;
      const odd = all.filter(({ printed }) => !printed.every(isJson));
      expect(odd).toEqual([]);
      const refusals = all.filter(({ code }) => code === 3).map(({ noted }) => lastOf(noted));
      expect(new Set(refusals.map((one) => typeof (one as { error: { code: unknown } }).error.code))).toEqual(
        new Set(['string']),
      );
    }
  });

  it('goes on with what happens until it is interrupted, as text and as JSON', async () => {
    for (const json of [[], ['--json']]) {
      const all = endless.map((args) => start([...args, ...json]));
      await until('each has begun', async () => {
        await shared.client.create('/customers', personalCustomer());
        await shared.client.post('/customers', { firstName: '' });
        return all.every(({ printed, noted }) => printed.length > 0 || noted.some((line) => /^listening/.test(line)));
      });
      for (const { stop } of all) stop.abort();
      expect(await Promise.all(all.map(({ ended }) => ended))).toEqual(all.map(() => 130));
      expect(all.filter(({ printed }) => json.length > 0 && !printed.every(isJson))).toEqual([]);
    }
  });

  it.each<[string, string, typeof told, number, string, RegExp]>([
    ['no suite is there', 'away', { status: 0, code: '' }, 5, 'NotReachable', /127\.0\.0\.1:1/],
    ['the suite is overloaded', 'double', { status: 503, code: 'ServiceUnavailable' }, 5, 'ServiceUnavailable', /503/],
    ['there are too many requests', 'double', { status: 429, code: 'TooManyRequests' }, 5, 'TooManyRequests', /429/],
    ['its token has expired', 'double', { status: 401, code: 'ExpiredAccessToken' }, 4, 'ExpiredAccessToken', /login/],
    ['its token was revoked', 'double', { status: 401, code: 'InvalidAccessToken' }, 4, 'InvalidAccessToken', /login/],
  ])('says that %s, and what a program can do then', async (_, profile, answer, code, error, message) => {
    told = answer;
    // Less than the suite asks to wait for: a command ends at once.
    const patience = profile === 'away' ? '1s' : '50s';
    const options = ['--connection', join(folder, `${profile}.json`), '--timeout', patience];
    const online = async (...json: readonly string[]): Promise<Ended[]> =>
      (await runAll([...examples, ...endless], ...options, ...json)).filter(({ line }) => !OFFLINE.test(line));
    const asText = await online();
    expect(asText.filter((ended) => ended.code !== code || ended.printed.length > 0)).toEqual([]);
    expect(asText.filter(({ noted }) => !message.test(noted.at(-1) ?? ''))).toEqual([]);
    const asJson = await online('--json');
    expect(asJson.filter((ended) => ended.code !== code || ended.printed.length > 0)).toEqual([]);
    const codes = asJson.map(({ noted }) => (lastOf(noted) as { error: { code: string } }).error.code);
    expect(new Set(codes)).toEqual(new Set([error]));
    expect(JSON.stringify([asText, asJson])).not.toContain('hide-this');
  });

  it(`goes on in ${counts.commandLine.processes} processes at once whose token has expired`, async () => {
    const { baseUrl, caFile = '' } = shared.operator.connection;
    const { person } = JSON.parse(await readFile(join(shared.suite.dataDir, 'demo.json'), 'utf8')) as {
      readonly person: { readonly email: string; readonly password: string };
    };
    const env = { PATH: process.env['PATH'], HOME: folder, CI: 'true' };
    const halyard = (...args: readonly string[]) =>
      spawn(process.execPath, [program, ...args, '--profile', 'p'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    const login = halyard('login', '--no-browser', '--url', baseUrl, '--ca', caFile);
    let said = '';
    login.stderr.on('data', (piece: Buffer) => (said += piece.toString()));
    await until('it has an address', () => /https:\S+\n/.test(said));
    const browser = await PlainBrowser.open(caFile);
    const asked = await browser.send(await browser.go(/https:\S+/.exec(said)?.[0] ?? ''), { ...person });
    await browser.send(asked, { answer: 'allow' });
    await browser.close();
    if (login.exitCode === null) await once(login, 'exit');
    expect(login.exitCode).toBe(0);

    const profiles = join(folder, '.config', 'halyard', 'profiles');
    const file = join(profiles, 'p.json');
    const saved = JSON.parse(await readFile(file, 'utf8')) as object;
    await writeFile(file, JSON.stringify({ ...saved, expiresAt: 0 }));
    const all = await Promise.all(
      Array.from({ length: counts.commandLine.processes }, async () => {
        // So many begin at once that some take long to connect.
        const child = halyard('whoami', '--json', '--timeout', PATIENCE);
        const closed = once(child, 'close') as Promise<[number | null]>;
        const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
        return { code: (await closed)[0], out, err };
      }),
    );
    expect(all.filter(({ code }) => code !== 0)).toEqual([]);
    expect(new Set(all.map(({ out }) => out)).size).toBe(1);
    expect((await run(['whoami', '--profile', 'p', '--json'])).code).toBe(0);
    expect(await readdir(profiles)).toEqual(['p.json', 'p.pem']);
  });
});
