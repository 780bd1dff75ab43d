import { createHmac } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { helpExamples } from '@halyard/testing/help-examples';
import { Cursor } from './events/cursor.js';
import { headersOf } from './forward/forward.js';
import { runWith } from './main.js';
import { profileFile, stateFileOf } from './profile/profile.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'halyard-cli-'));
});
afterAll(() => rm(folder, { recursive: true }));

const run = async (...args: readonly string[]) => {
  const printed: string[] = [];
  const noted: string[] = [];
  const code = await runWith(['node', 'halyard', ...args], {
    env: { HOME: folder, DATA_DIR: join(folder, 'data') },
    print: (line) => printed.push(line),
    note: (line) => noted.push(line),
    readInput: () => Promise.resolve(''),
    signal: new AbortController().signal,
  });
  return { code, printed: printed.join('\n'), noted: noted.join('\n') };
};

/** The program that a shell asks. */
const program = `halyard() { ${JSON.stringify(process.execPath)} ${JSON.stringify(join(import.meta.dirname, '..', 'bin', 'halyard.cjs'))} "$@"; }`;

/** How a shell that has read a completion is asked what it would complete. */
const questions = {
  bash: (typed: readonly string[]): string => `${program}
COMP_WORDS=(halyard ${typed.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${typed.length}
COMP_LINE='halyard ${typed.join(' ')}'; COMP_POINT=\${#COMP_LINE}; _halyard; echo "\${COMPREPLY[@]}"`,
  fish: (typed: readonly string[]): string =>
    `function halyard; ${JSON.stringify(process.execPath)} ${JSON.stringify(join(import.meta.dirname, '..', 'bin', 'halyard.cjs'))} $argv; end
complete -C 'halyard ${typed.join(' ')}'`,
} as const;
const shellsHere: (keyof typeof questions)[] = [];
const shellsAbsent: string[] = [];
for (const shell of ['bash', 'fish'] as const) {
  if (spawnSync(shell, ['--version']).status === 0) shellsHere.push(shell);
  else shellsAbsent.push(shell);
}

if (shellsAbsent.length > 0) {
  describe(`completion in a shell that this machine lacks: ${shellsAbsent.join(', ')}`, () => {
    it.skip.each(shellsAbsent)('completes in %s', () => undefined);
  });
}

describe('halyard', () => {
  it.each([
    [['--help'], ['listen', 'events', 'trigger', 'completion', 'Examples:', 'Exit codes:']],
    [
      ['listen', '--help'],
      ['--forward-to', '--cursor', '--since', '--resume', 'Examples:'],
    ],
    [
      ['events', '--help'],
      ['tail', 'resend'],
    ],
    [
      ['token', '--help'],
      ['export HALYARD_TOKEN=$(npx --no halyard token)', 'Examples:'],
    ],
    [
      ['events', 'tail', '--help'],
      ['--after', '--topic', 'Examples:'],
    ],
    [
      ['events', 'resend', '--help'],
      ['--forward-to', 'Examples:'],
    ],
    [
      ['statement', 'get', '--help'],
      ['--from', '--to', '--csv', 'Examples:'],
    ],
    [
      ['trigger', '--help'],
      ['--list', '--customer', 'Examples:'],
    ],
    [
      ['completion', '--help'],
      ['bash', 'zsh', 'fish', 'Examples:'],
    ],
  ])('%j tells what there is, with examples', async (args, words) => {
    const { code, printed } = await run(...args);
    expect([code, words.filter((word) => !printed.includes(word))]).toEqual([0, []]);
  });

  it('has examples of its commands that are right: nothing is wrong with them but that nobody is logged in', async () => {
    const wrong: unknown[] = [];
    const examples = await helpExamples('halyard', async (path) => (await run(...path, '--help')).printed);
    for (const args of examples) {
      if (args[0] === 'login' || args[0] === 'logout') continue;
      const { code, noted } = await run(...args);
      if (code !== 0 && code !== 4) wrong.push([args, code, noted]);
    }
    expect(wrong).toEqual([]);
    expect(examples.length).toBeGreaterThan(60);
  });

  it.each([
    [['nothing']],
    // What comes with its feature.
    [['proof']],
    [['snapshot']],
    [['transfers', 'list', '--as-of', '2026-01-01T00:00:00Z']],
    [['listen', '--forward-to', 'ftp://x']],
    [['listen', '--forward-to', 'x']],
    [['listen', '--count', '0']],
    [['listen', '--secret', '']],
    [['events', 'tail', '--after', 'x']],
    [['events', 'resend', '--forward-to', 'http://x']],
    [['listen', '--forward-to', 'transfer_failed=ftp://x']],
    [['listen', '--header', 'no value']],
    [['events', 'resend', 'id']],
    [['trigger']],
    [['trigger', 'mass_payment_created']],
    [['trigger', 'toString']],
    [['trigger', 'customer_created', '--set', 'colour=red']],
    [['trigger', 'customer_created', '--set', 'bank.name=x']],
    [['trigger', 'customer_transfer_created', '--set', 'correlationId=1']],
    [['trigger', 'customer_transfer_created', '--customer', 'c', '--set', 'customer.firstName=Ada']],
    [['trigger', 'customer_created', '--customer', 'c']],
    [['trigger', 'customer_transfer_created', '--amount', '1e3']],
    [['trigger', 'customer_transfer_created', '--amount', '0.00']],
    [['transfers', 'list', '--all', '--limit', '5']],
    [['trigger', 'bank_transfer_created', '--set', 'transfer.fees.0.amount.valu=1']],
    [['simulate', '--return', 'R01']],
    [['simulate', '--transfer', 't', '--late']],
    [['completion', 'tcsh']],
    [['--profile', '../x', 'listen']],
    [['transfers', 'nonsense']],
    [['transfers', 'list', '--nonsense']],
    [['transfers', 'list', '--status', 'nonsense']],
    [['transfers', 'get']],
    [['whoami', '--timeout', 'soon']],
    [['api', 'PUT', '/']],
    [['beneficial-owners', 'list']],
    [['documents', 'list', '--customer', 'a', '--beneficial-owner', 'b']],
    [['login', '--nonsense']],
    [['customers', 'list', '--fields', '']],
    [['requests', 'list', '--by', 'nobody']],
    [['requests', 'tail', '--by', 'nobody']],
    [['login', '--key', '--url', 'https://localhost']],
  ])('%j is wrong usage', async (args) => {
    const { code, printed, noted } = await run(...args);
    expect([code, printed, noted === '']).toEqual([2, '', false]);
  });

  it('says which profile is missing or wrong, and nothing of what stands in it', async () => {
    expect(await run('trigger', 'customer_created')).toMatchObject({
      code: 4,
      noted: expect.stringMatching(/data\/demo\.json can't be read\. Log in \(halyard login\)/),
    });
    const file = join(folder, 'broken.json');
    await writeFile(file, '{"baseUrl":"https://localhost","key":"k","secret":"hidden"');
    expect(await run('listen', '--connection', file)).toMatchObject({
      code: 1,
      noted: expect.stringMatching(/: JSON$/),
    });
    await writeFile(file, '{"baseUrl":"https://localhost","key":"","secret":"hidden"}');
    const { noted } = await run('listen', '--connection', file);
    expect(noted).toMatch(/accountId, key$/);
    expect(noted).not.toContain('hidden');
  });

  it.each(['bash', 'zsh', 'fish'])('gives %s a script that asks it', async (shell) => {
    expect(await run('completion', shell)).toMatchObject({
      code: 0,
      printed: expect.stringContaining('halyard complete -- '),
    });
  });

  it.each([
    ['halyard ', ['login', 'transfers', 'requests']],
    ['halyard operations accounts ', ['list', 'get']],
    ['halyard simulate --return R0', ['R01', 'R02', 'R09']],
    ['halyard transfers list --status p', ['pending', 'processed']],
    ['halyard security-events list --type log', ['login_failed', 'logout']],
    ['halyard trigger customer_created --set customer.first', ['customer.firstName=']],
    ['halyard trigger --amount 1 transfer_', ['transfer_created']],
    ['halyard events tail --topic "customer_cre', ['customer_created']],
    ['halyard completion ', ['bash', 'zsh', 'fish']],
    ['halyard transfers get --j', ['--json']],
    ['halyard webhook-subscriptions ', ['list', 'ls', 'remove', 'rm', 'create']],
    ['halyard transfers ls --status p', ['pending', 'processed']],
    ['halyard requests ls --by ', ['application', 'person', 'all']],
    ['halyard transfers list --fields id,sta', ['id,status']],
    ['halyard listen --', ['--since', '--resume', '--from-now', '--cursor']],
    ['halyard v', ['version']],
    // Nobody is logged in: nothing is known, and nothing is said.
    ['halyard transfers get ', []],
    ['halyard nonsense ', []],
  ])('completes %j', async (line, expected) => {
    const { code, printed, noted } = await run('complete', '--', line);
    expect([code, noted, expected.filter((word) => !printed.split('\n').includes(word))]).toEqual([0, '', []]);
    if (expected.length === 0) expect(printed).toBe('');
  });

  describe.each(shellsHere)('%s', (shell) => {
    it.each([
      [[''], ['listen', 'events', 'trigger', 'completion']],
      [
        ['events', ''],
        ['tail', 'resend'],
      ],
      [['--profile', 'shop', 'events', 't'], ['tail']],
      [['events', 'tail', '--topic', 'transfer_created', '--a'], ['--after']],
      [['listen', '--forward-to', 'http://x', '--cur'], ['--cursor']],
      [['trigger', 'customer_cre'], ['customer_created']],
      [['trigger', 'customer_created', '--set', 'customer.last'], ['customer.lastName=']],
    ])('completes %j, whatever options stand before', async (typed, expected) => {
      const { printed } = await run('completion', shell);
      const { stdout } = spawnSync(shell, ['-c', `${printed}\n${questions[shell](typed)}`], { encoding: 'utf8' });
      expect(stdout.trim().split(/\s+/)).toEqual(expect.arrayContaining(expected));
    });
  });

  it('advises npx to those who use it', async () => {
    const noted: string[] = [];
    const context = {
      env: { HOME: folder, DATA_DIR: folder, npm_command: 'exec' },
      print: () => undefined,
      note: (line: string) => void noted.push(line),
      readInput: () => Promise.resolve(''),
      signal: new AbortController().signal,
    };
    expect(await runWith(['node', 'halyard', 'whoami'], context)).toBe(4);
    expect(await runWith(['node', 'halyard', 'nonsense'], context)).toBe(2);
    expect(noted.join('\n')).toMatch(/Log in \(npx --no halyard login\)[^]*Usage: npx --no halyard NOUN/);
  });

  it.each(['--version', 'version'])('says its version: %s', async (word) => {
    expect(await run(word)).toEqual({ code: 0, printed: '0.2.0', noted: '' });
  });

  it('lists creating where the API takes it alone', async () => {
    const creating = async (noun: string) => (await run(noun, '--help')).printed.match(/^ {2}create .*/m)?.[0] ?? '';
    expect(await creating('customers')).toMatch(/ Creates a customer$/);
    expect(await creating('funding-sources')).toMatch(/ \w+/);
    for (const noun of ['events', 'requests', 'people', 'webhooks', 'security-events'])
      expect([noun, await creating(noun)]).toEqual([noun, '']);
  });

  it('has short names of listing and removing', async () => {
    for (const line of ['customers ls', 'operations accounts ls', 'funding-sources rm x', 'webhook-subscriptions rm x'])
      expect([line, (await run(...line.split(' '))).code]).toEqual([line, 4]);
  });

  it('says why it does not cause a topic, which it causes, and which fields there are', async () => {
    const { code, noted } = await run('trigger', 'customer_verification_pending_review');
    expect(code).toBe(2);
    expect(noted).toMatch(/needs an identity check that takes time[^]*\n {2}customer_created/);
    const field = await run('trigger', 'customer_created', '--set', 'customer.firstNam=Ada');
    expect(field.noted).toMatch(/customer\.firstNam is no field of what is sent; there are\n {2}customer: .*firstName/);
    const twice = await run('trigger', 'customer_transfer_created', '--set', 'correlationId=1');
    expect(twice.noted).toContain('say customer.correlationId or transfer.correlationId');
  });

  it('lists every topic with what causes it', async () => {
    const { code, printed } = await run('trigger', '--list', '--json');
    const topics = printed.split('\n').map((line) => JSON.parse(line) as { topic: string; what: string });
    expect([code, topics.length]).toEqual([0, 58]);
    expect(topics.find(({ topic }) => topic === 'customer_created')?.what).toBe('creates an unverified customer');
  });
});

it('finds a profile by its name, among the user’s settings', () => {
  const fileOf = (...given: Parameters<typeof profileFile>): string => profileFile(...given).file;
  expect(fileOf('shop', { HOME: '/home/ada' })).toBe('/home/ada/.config/halyard/profiles/shop.json');
  expect(fileOf('shop', { HOME: '/home/ada', XDG_CONFIG_HOME: '/x' })).toBe('/x/halyard/profiles/shop.json');
  expect(fileOf(undefined, { HALYARD_PROFILE: 'shop', XDG_CONFIG_HOME: '/x' })).toBe('/x/halyard/profiles/shop.json');
  expect(fileOf(undefined, { HOME: '/home/ada' })).toBe('/home/ada/.config/halyard/profiles/default.json');
});

describe('a cursor', () => {
  it('is kept over restarts, and begins nowhere', async () => {
    const file = stateFileOf({ XDG_STATE_HOME: folder }, 'a/../b', 'cursor');
    expect(file).toBe(join(folder, 'halyard', 'a____b.cursor'));
    const cursor = await Cursor.open(file);
    expect(cursor.position).toBeUndefined();
    await cursor.move('7');
    await cursor.move('8');
    expect((await Cursor.open(file)).position).toBe('8');
    expect(await readFile(file, 'utf8')).toBe('8\n');
  });

  it('is not read from what is none', async () => {
    const file = join(folder, 'other.cursor');
    await writeFile(file, 'x');
    await expect(Cursor.open(file)).rejects.toThrow('does not hold the position of an event');
  });
});

const forwarded = {
  id: 'e1',
  timestamp: '',
  topic: 'customer_created',
  created: '',
  resourceId: 'c1',
  _links: { resource: { href: '' }, self: { href: '', type: 'application/vnd.acme.v1.hal+json' } },
};

it('signs what it forwards as the suite signs webhooks', () => {
  expect(headersOf(forwarded, '{}', 'sssh', new Date(1_700_000_000_500))).toEqual({
    'Content-Type': 'application/json; charset=UTF-8',
    'User-Agent': 'halyard-listen/1.0',
    // printf '{}' | openssl dgst -sha256 -hmac sssh
    'X-Request-Signature-Sha-256': 'd7d03673e011e501638ddee742e584d92df621ea736851bb531b0c137c001023',
    'X-Acme-Topic': 'customer_created',
    'Webhook-Id': 'e1',
    'Webhook-Timestamp': '1700000000',
    // printf 'e1.1700000000.{}' | openssl dgst -sha256 -hmac sssh -binary | base64
    'Webhook-Signature': 'v1,mF5y1RC2oBl54LYeizd63XM854gTkxhIw+2fD+3UzY0=',
  });
});

it('signs for libraries of Standard Webhooks too, where the secret is one of theirs', () => {
  const { 'Webhook-Signature': signatures } = headersOf(forwarded, '{}', 'whsec_c2VjcmV0', new Date(1_700_000_000_500));
  const signed = (key: string): string => `v1,${createHmac('sha256', key).update('e1.1700000000.{}').digest('base64')}`;
  expect(signatures).toBe(`${signed('whsec_c2VjcmV0')} ${signed('secret')}`);
});
