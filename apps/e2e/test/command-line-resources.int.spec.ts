// Runs: embedded
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runWith } from '@halyard/cli';
import { until } from '@halyard/testing/waiting';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { invitedPerson, type Login } from './support/people.js';
import { PlainBrowser } from './support/plain-browser.js';
import { SharedSuite } from './support/shared-suite.js';

interface Resource {
  readonly id: string;
  readonly status: string;
  readonly type: string;
}

describe('the command line and the resources of a suite', () => {
  let shared: SharedSuite;
  let folder: string;
  beforeAll(async () => {
    shared = await SharedSuite.join('command line resources');
    folder = await mkdtemp(join(tmpdir(), 'halyard-cli-'));
    await writeFile(join(folder, 'demo.json'), JSON.stringify(shared.client.connection));
  });
  afterAll(async () => {
    await rm(folder, { recursive: true });
    await shared.leave();
  });

  const start = (args: readonly string[], input = '') => {
    const printed: string[] = [];
    const noted: string[] = [];
    const ended = runWith(['node', 'halyard', '--json', ...args], {
      env: { HOME: folder, DATA_DIR: folder },
      print: (line) => printed.push(line),
      note: (line) => noted.push(line),
      readInput: () => Promise.resolve(input),
      signal: new AbortController().signal,
    });
    return { printed, noted, ended };
  };
  const halyard = async (args: readonly string[], input = '') => {
    const { printed, noted, ended } = start(args, input);
    const code = await ended;
    return { code, lines: printed.map((line) => JSON.parse(line) as unknown), noted: noted.join('\n') };
  };
  const made = async (...args: readonly string[]) => {
    const { code, lines, noted } = await halyard(args);
    expect([code, noted]).toEqual([0, '']);
    return lines[0] as { readonly location: string; readonly resource: Resource };
  };

  it('onboard a customer, link a bank, send money and cancel it, by forms alone', async () => {
    const { resource: customer } = await made(
      ...['customers', 'create', '--set', 'type=personal', '--set', 'firstName=Ada', '--set', 'lastName=Byron'],
      ...['--set', 'email=ada-cli@example.com', '--set', 'address1=12 Harbor St', '--set', 'city=Portland'],
      ...['--set', 'state=ME', '--set', 'postalCode=04101', '--set', 'dateOfBirth=1990-12-10', '--set', 'ssn=1234'],
    );
    expect(customer).toMatchObject({ type: 'personal', status: 'verified' });
    const { location: bank } = await made(
      ...['funding-sources', 'create', '--customer', customer.id, '--set', 'routingNumber=222222226'],
      ...['--set', 'accountNumber=123456789', '--set', 'bankAccountType=checking', '--set', 'name=Checking'],
    );
    expect((await halyard(['funding-sources', 'initiate-micro-deposits', bank])).code).toBe(0);
    const verify = ['amount1.value=0.03', 'amount2.value=0.07'];
    const verified = await halyard([
      ...['funding-sources', 'verify-micro-deposits', bank],
      ...verify.flatMap((each) => ['--set', each]),
    ]);
    expect([verified.code, verified.noted]).toEqual([0, '']);

    const sources = await halyard(['funding-sources', 'list', '--customer', customer.id]);
    const balance = (sources.lines as Resource[]).find(({ type }) => type === 'balance');
    const send = [
      ...['transfers', 'create', '--set', `_links.source.href=${bank}`, '--idempotency-key', 'K'],
      ...['--set', `_links.destination.href=${shared.client.connection.baseUrl}/funding-sources/${balance?.id ?? ''}`],
      ...['--set', 'amount.value=10.00', '--set', 'amount.currency=USD'],
    ];
    const { location } = await made(...send);
    expect(await made(...send)).toMatchObject({ location });
    const byIds = ['_links.source.href', '_links.destination.href'].flatMap((name, at) => [
      '--set',
      `${name}=${[bank.slice(-36), customer.id][at]}`,
    ]);
    const wrong = await halyard([
      'transfers',
      'create',
      '--set',
      `_links.source.href=${customer.id}`,
      ...byIds.slice(2),
      '--set',
      'amount.value=1',
    ]);
    expect([wrong.code, wrong.noted]).toEqual([
      2,
      expect.stringContaining('is the id of a customer; this field takes that of a funding source'),
    ]);
    const { resource: sent } = await made('transfers', 'create', ...byIds, '--set', 'amount.value=1.00');
    expect((await halyard(['transfers', 'cancel', sent.id])).code).toBe(0);

    const pending = await halyard(['transfers', 'list', '--customer', customer.id, '--status', 'pending', '--all']);
    expect((pending.lines as Resource[]).map(({ id }) => id)).toEqual([location.slice(location.lastIndexOf('/') + 1)]);
    expect(await halyard(['transfers', 'cancel', location])).toMatchObject({
      code: 0,
      lines: [{ resource: { status: 'cancelled' } }],
    });
    expect(await halyard(['transfers', 'cancel', location])).toMatchObject({
      code: 3,
      noted: expect.stringContaining('cancel is not offered now: it offers'),
    });
    expect(await halyard(['get', customer.id])).toMatchObject({ code: 0, lines: [{ id: customer.id }] });
  });

  it('tell the story of a payment, the same from its transfer, and where the console shows it', async () => {
    const { resource } = (await halyard(['trigger', 'customer_bank_transfer_completed'])).lines[0] as {
      resource: string;
    };
    const id = resource.slice(resource.lastIndexOf('/') + 1);
    const told = await halyard(['transfers', 'timeline', id]);
    const entries = told.lines as { readonly id: string; readonly kind: string; readonly cause?: string }[];
    expect([told.code, told.noted, entries[0]?.kind]).toEqual([0, '', 'request']);
    expect(entries.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['state', 'posting', 'bank', 'event']));
    expect(new Set(entries.map((entry) => entry.id)).size).toBe(entries.length);
    const { lines } = await halyard(['get', id, 'payment']);
    const payment = (lines[0] as { readonly id: string }).id;
    expect((await halyard(['payments', 'timeline', payment])).lines).toEqual(told.lines);
    const { baseUrl } = shared.client.connection;
    expect((await halyard(['open', id, '--print'])).lines).toEqual([{ address: `${baseUrl}/console/transfers/${id}` }]);
  });

  it('say what the API refuses, with a request that can be found', async () => {
    const { noted, code } = await halyard(['customers', 'create', '--file', '-'], '{"firstName":""}');
    const { error } = JSON.parse(noted) as { readonly error: Readonly<Record<string, unknown>> };
    expect([code, error]).toEqual([
      3,
      {
        code: 'ValidationError',
        status: 400,
        message: expect.any(String),
        requestId: expect.any(String),
        errors: expect.arrayContaining([{ code: expect.any(String), message: expect.any(String), path: '/firstName' }]),
      },
    ]);
    expect((await halyard(['transfers', 'get', '00000000-0000-4000-8000-000000000000'])).code).toBe(3);
    expect(await halyard(['api', 'GET', '/customers?limit=1'])).toMatchObject({
      code: 0,
      lines: [{ total: expect.any(Number) }],
    });
  });

  it('send documents as files', async () => {
    const { resource: customer } = await made(
      ...['customers', 'create', '--set', 'type=personal', '--set', 'firstName=document', '--set', 'lastName=Byron'],
      ...['--set', 'email=paper-cli@example.com', '--set', 'address1=12 Harbor St', '--set', 'city=Portland'],
      ...['--set', 'state=ME', '--set', 'postalCode=04101', '--set', 'dateOfBirth=1990-12-10', '--set', 'ssn=1234'],
    );
    const file = join(folder, 'licence.png');
    await writeFile(
      file,
      Buffer.from(
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
        'base64',
      ),
    );
    const sent = await made(
      ...['documents', 'create', '--customer', customer.id, '--set', 'documentType=license', '--set', `file=@${file}`],
    );
    expect(sent).toMatchObject({ location: expect.stringContaining('/documents/'), resource: { type: 'license' } });
  });

  it('log in with key and secret, which no other user can read, say who they are, and log out', async () => {
    const { baseUrl, caFile, key, secret, accountId } = shared.client.connection;
    const place = ['--url', baseUrl, ...(caFile === undefined ? [] : ['--ca', caFile])];
    const login = ['login', '--key', '--profile', 'shop', ...place];
    expect(await halyard(login, `${key}:wrong`)).toMatchObject({ code: 4, lines: [] });
    const { code, lines } = await halyard(login, `${key}:${secret}\n`);
    expect([code, lines]).toEqual([
      0,
      [{ profile: 'shop', application: { id: key }, account: expect.objectContaining({ id: accountId }) }],
    ]);
    const file = join(folder, '.config', 'halyard', 'profiles', 'shop.json');
    expect((await stat(file)).mode & 0o777).toBe(0o600);

    const who = await halyard(['whoami', '--profile', 'shop']);
    expect(who).toMatchObject({
      code: 0,
      lines: [
        {
          application: { id: key },
          account: { id: accountId },
          scopes: expect.arrayContaining(['send']),
          url: baseUrl,
          environment: 'sandbox',
        },
      ],
    });
    expect(JSON.stringify(who)).not.toContain(secret);
    expect((await halyard(['logout', '--profile', 'shop'])).code).toBe(0);
    await expect(readFile(file)).rejects.toThrow('ENOENT');
    expect(await halyard(['whoami', '--profile', 'shop'])).toMatchObject({
      code: 4,
      noted: expect.stringContaining('halyard login'),
    });
  });

  /** Logs a person in by a browser, who allows what is asked. */
  const logIn = async (profile: string, { email, password }: Login): Promise<void> => {
    const { baseUrl, caFile = '' } = shared.client.connection;
    const running = start(['login', '--no-browser', '--url', baseUrl, '--ca', caFile, '--profile', profile]);
    await until('it has an address', () => running.noted.length > 0);
    const { authorization_uri: uri } = JSON.parse(running.noted[0] ?? '') as { readonly authorization_uri: string };
    const browser = await PlainBrowser.open(caFile);
    const asked = await browser.send(await browser.go(uri), { email, password });
    expect(asked.html).toContain('asks for access');
    const { html } = await browser.send(asked, { answer: 'allow' });
    await browser.close();
    expect([html.includes('You are logged in'), await running.ended]).toEqual([true, 0]);
  };

  it('let a viewer read, and refuse to write', async () => {
    await logIn('viewer', await invitedPerson(shared.suite, shared.client, 'viewer'));
    expect(await halyard(['whoami', '--profile', 'viewer'])).toMatchObject({ code: 0, lines: [{ role: 'viewer' }] });
    expect((await halyard(['customers', 'list', '--profile', 'viewer'])).code).toBe(0);
    const names = ['--set', 'firstName=Ada', '--set', 'lastName=Byron', '--set', 'email=ada@example.com'];
    for (const [write, reason] of [
      [['customers', 'create', ...names], 'NotOffered'],
      [['trigger', 'customer_created'], 'Forbidden'],
      [['api', 'POST', '/sandbox-simulations'], 'Forbidden'],
    ] as const) {
      const { code, lines, noted } = await halyard([...write, '--profile', 'viewer']);
      expect([code, lines, noted]).toEqual([3, [], expect.stringContaining(reason)]);
    }
  });

  it('log in as a person in a browser, who is asked, and stay logged in while 20 renew at once', async () => {
    const { caFile = '' } = shared.operator.connection;
    const { person } = JSON.parse(await readFile(join(shared.suite.dataDir, 'demo.json'), 'utf8')) as {
      readonly person: Login;
    };
    await logIn('me', person);

    const file = join(folder, '.config', 'halyard', 'profiles', 'me.json');
    const saved = JSON.parse(await readFile(file, 'utf8')) as object;
    await writeFile(file, JSON.stringify({ ...saved, expiresAt: 0 }));
    const all = await Promise.all(Array.from({ length: 20 }, () => halyard(['whoami', '--profile', 'me'])));
    expect(all.map(({ code }) => code)).toEqual(Array.from({ length: 20 }, () => 0));
    expect(all[0]?.lines).toMatchObject([{ user: { email: person.email }, role: 'owner', environment: 'sandbox' }]);
    expect((await halyard(['transfers', 'list', '--limit', '1', '--profile', 'me'])).code).toBe(0);

    const before = await readFile(file, 'utf8');
    expect((await halyard(['logout', '--profile', 'me'])).code).toBe(0);
    await writeFile(file, JSON.stringify({ ...(JSON.parse(before) as object), caFile }));
    expect((await halyard(['whoami', '--profile', 'me'])).code).toBe(4);
  });

  it('say within the time that is given that no suite is there', async () => {
    const away = { ...shared.client.connection, baseUrl: 'https://127.0.0.1:1' };
    await writeFile(join(folder, 'away.json'), JSON.stringify(away));
    const { code, noted } = await halyard(['whoami', '--connection', join(folder, 'away.json'), '--timeout', '1s']);
    expect([code, noted]).toEqual([5, expect.stringContaining("https://127.0.0.1:1 can't be reached")]);
  });
});
