// Runs: embedded
import type { HalClient } from '@halyard/suite/client';
import { isAlive } from '@halyard/local-servers/running-process';
import { freePort } from '@halyard/local-servers/free-port';
import { waitFor } from '@halyard/testing/waiting';
import { SmtpDouble } from '@halyard/testing/smtp-double';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { Client } from 'pg';
import { Agent, request } from 'undici';
import { type Settings, SuiteProcess } from '../src/suite-process.js';
import { SharedSuite } from './support/shared-suite.js';

const DEPLOY = join(import.meta.dirname, '..', '..', '..', 'deploy');
const MONITORING = join(DEPLOY, 'helm', 'halyard', 'monitoring');
const ada = { firstName: 'Ada', lastName: 'B', email: 'ada@example.com' };

/** Of an installation whose pages have a host of their own; its partners are simulated. */
const production = {
  ...{ ENVIRONMENT: 'production', BANK_PARTNER: 'simulated', LINKING_PROVIDER: 'sandbox' },
  ...{ PUBLIC_BASE_URL: 'https://pay.example', AUTH_URL: 'https://login.pay.example' },
  ...{ MAIL: 'smtp', MAIL_FROM: 'no-reply@pay.example' },
} as const;

describe('a start that fails', () => {
  const suites: SuiteProcess[] = [];
  const prepare = async (settings: Settings = {}): Promise<SuiteProcess> => {
    const suite = await SuiteProcess.prepare(settings);
    suites.push(suite);
    return suite;
  };

  afterEach(async () => {
    await Promise.all(suites.splice(0).map((suite) => suite.remove()));
  });

  it.each(['HTTPS_PORT', 'METRICS_PORT'])(
    'says which port is taken, and by which setting, before it starts a database: %s',
    async (name) => {
      const port = await freePort();
      const other = createServer().listen(port, '127.0.0.1');
      await once(other, 'listening');
      const suite = await prepare({ [name]: String(port) });
      const { code, line } = await suite.fail();
      other.close();
      expect(code).toBe(1);
      expect(line).toContain(name);
      expect(line).toContain(String(port));
      expect(existsSync(join(suite.dataDir, 'postgres'))).toBe(false);
    },
  );

  it('says that the data folder is not usable: /proc/halyard/data', async () => {
    const dataDir = '/proc/halyard/data';
    const { code, line } = await (await prepare({ DATA_DIR: dataDir })).fail();
    expect(code).toBe(1);
    expect(line).toContain(`The data folder ${dataDir} can't be used: set DATA_DIR`);
  });

  it.each([
    ['DATABASE_URL', 'postgres://halyard:hide-this@127.0.0.1:1/halyard', "127.0.0.1:1 can't be reached (ECONNREFUSED)"],
    ['EVENTSTORE_URL', 'esdb://admin:hide-this@127.0.0.1:1?tls=false', 'Nobody listens at 127.0.0.1:1.'],
    ['KAFKA_BROKERS', '127.0.0.1:1', 'Nobody listens at 127.0.0.1:1.'],
  ])('says which server of %s can not be reached, in one line without the password', async (setting, url, what) => {
    const suite = await prepare({ [setting]: url });
    const { code, line } = await suite.fail();
    expect(code).toBe(75);
    expect(line).toContain(what);
    expect(line).toContain(`Check ${setting}`);
    expect(await suite.log()).not.toMatch(/hide-this|^ +at /m);
  });

  it('says that its data was sealed under another master key, or made by other migrations', async () => {
    const suite = await prepare();
    await (await suite.start()).close();
    await suite.end('SIGINT');
    const masterKey = join(suite.dataDir, 'keys', 'master.key');
    const right = await readFile(masterKey);
    await writeFile(masterKey, Buffer.alloc(32, 7).toString('base64'));
    expect(await suite.fail()).toEqual({ code: 1, line: expect.stringContaining('MASTER_KEY') });
    await writeFile(masterKey, right);
    await (await suite.start()).close();
    const admin = new Client({ connectionString: await suite.postgresUrl() });
    await admin.connect();
    await admin.query(`UPDATE webhooks.migrations SET fingerprint = 'another' WHERE name LIKE 'CreateWebhooks%'`);
    await admin.end();
    await suite.end('SIGINT');
    const ofOthers: unknown = expect.stringMatching(/webhooks .*CreateWebhooks.*npm start -- --fresh/);
    expect(await suite.fail()).toEqual({ code: 1, line: ofOthers });
  });

  it('names a bad setting without its value', async () => {
    const { code, line } = await (await prepare({ HTTPS_PORT: 'eighty-something' })).fail();
    expect(code).toBe(1);
    expect(line).toContain('HTTPS_PORT');
    expect(line).not.toContain('eighty-something');
  });

  it('refuses production until a bank partner is configured', async () => {
    const { code, line } = await (await prepare({ ENVIRONMENT: 'production' })).fail();
    expect(code).toBe(1);
    expect(line).toContain('ENVIRONMENT');
  });

  it('refuses to let people log in where it is not known: MAIL_FROM is missing', async () => {
    const mail = { SMTP_URL: 'smtp://user:hide-this@127.0.0.1:1', MAIL_FROM: '' };
    const suite = await prepare({ ...production, ...mail });
    const { code, line } = await suite.fail();
    expect(code).toBe(1);
    expect(line).toContain('MAIL_FROM is missing');
    expect(await suite.log()).not.toContain('hide-this');
  });
});

describe('a suite in production', () => {
  let suite: SuiteProcess;
  let client: HalClient;
  let mail: SmtpDouble;

  beforeAll(async () => {
    mail = await SmtpDouble.listen();
    suite = await SuiteProcess.prepare({ ...production, SMTP_URL: mail.url });
    client = await suite.start();
  });
  afterAll(async () => {
    await client.close();
    await suite.remove();
    await mail.close();
  });

  it('starts where its partners are simulated, with an account for its operator and without a sandbox', async () => {
    const { body } = await client.get(`/accounts/${client.connection.accountId}/funding-sources`);
    expect(body._embedded?.['funding-sources']?.map(({ type }) => type)).toEqual(['balance']);
    expect((await client.get('/ledger/trial-balance')).body['balanced']).toBe(true);
    expect((await client.post('/sandbox-simulations')).status).toBe(404);
  });

  it('invites people by letter to pages on a host of their own, over TLS', async () => {
    const email = 'ada@example.com';
    await client.create('/invitations', { email, name: 'Ada Byron', role: 'owner' });
    const letter = await waitFor('a letter', () => mail.messages.find((message) => message.includes(`To: ${email}`)));
    const link = new URL(/^https:\S+$/m.exec(letter)?.[0] ?? '');
    expect(link.origin).toBe(production.AUTH_URL);
    const { baseUrl, caFile = '' } = client.connection;
    // As a resolver would lead there, whatever the certificate says.
    const connect = { ca: await readFile(caFile, 'utf8'), checkServerIdentity: () => undefined };
    const dispatcher = new Agent({ connect });
    const ask = async (host: string, path: string, more: Record<string, string>) => {
      const headers = { host, ...more };
      const { statusCode, headers: answered, body } = await request(`${baseUrl}${path}`, { headers, dispatcher });
      return { status: statusCode, location: answered['location'], text: await body.text() };
    };
    const page = { accept: 'text/html' };
    expect(await ask('login.pay.example', link.pathname, page)).toMatchObject({
      status: 200,
      text: expect.stringContaining('Choose a password'),
    });
    expect(await ask('pay.example', link.pathname, page)).toMatchObject({ status: 308, location: link.href });
    const { text } = await ask('login.pay.example', '/.well-known/openid-configuration', {});
    expect(JSON.parse(text)).toMatchObject({
      issuer: production.AUTH_URL,
      token_endpoint: `${production.PUBLIC_BASE_URL}/token`,
    });
    const api = {
      accept: 'application/vnd.service.v1.hal+json',
      authorization: `Bearer ${await client.accessToken()}`,
    };
    const hosts = ['pay.example', 'login.pay.example', 'gateway.internal'];
    const answers = await Promise.all(hosts.map((host) => ask(host, '/', api)));
    expect(answers.map(({ status }) => status)).toEqual([200, 404, 200]);
    await dispatcher.close();
    expect(await suite.log()).not.toContain(link.pathname.split('/').at(-1));
  });
});

/** One suite goes through all of it, one after the other. */
describe('a suite beside another one', () => {
  let shared: SharedSuite;
  let suite: SuiteProcess;
  let client: HalClient;

  beforeAll(async () => {
    shared = await SharedSuite.join('starting');
    suite = await SuiteProcess.prepare();
    client = await suite.start();
  });
  afterAll(async () => {
    await Promise.all([client.close(), shared.leave()]);
    await suite.remove();
  });

  it('says first where it is and who may log in, and then what clients send', async () => {
    await client.get('/customers');
    await waitFor('the line of the request', async () =>
      /^\d\d:\d\d:\d\d 200 GET \/customers /m.test(await suite.log()),
    );
    const [first = '', ...others] = (await suite.log()).trim().split('\n');
    expect(first).toMatch(/^Halyard at https:/);
    for (const told of [/^ {2}owner .*owner@example/, /^ {2}operator .*operator@example/, /REQUEST_LINES=off/])
      expect(others).toContainEqual(expect.stringMatching(told));
    expect(others.filter((line) => line.includes('/sandbox-simulations'))).toEqual([]);
  });

  it('does not touch its data', async () => {
    await shared.operator.create('/customers', ada);
    expect((await client.get('/customers')).body.total).toBe(0);
  });

  it.each(['embedded', 'distributed'] as const)(
    'has its folder for itself: one that is started there says what runs, and ends (%s)',
    async (mode) => {
      const before = await readFile(suite.demoFile, 'utf8');
      const second = await SuiteProcess.prepare({ DATA_DIR: suite.dataDir }, { mode });
      const { code, line } = await second.fail();
      await second.remove();
      expect(code).toBe(1);
      expect(line).toContain(
        `A suite runs on the data folder ${suite.dataDir} already, at ${client.connection.baseUrl} `,
      );
      expect(await readFile(suite.demoFile, 'utf8')).toBe(before);
      expect((await client.get('/customers')).status).toBe(200);
    },
  );

  it('answers 503 with Retry-After while Postgres is away, and recovers by itself', async () => {
    /** @returns how many requests were turned away until one was served again */
    const refusedWhileAway = async (): Promise<number> => {
      const pid = await suite.postgresPid();
      process.kill(pid, 'SIGKILL');
      const refused: (readonly [number, unknown])[] = [];
      await waitFor('the suite to serve again', async () => {
        const { status, headers } = await client.get('/customers');
        if (status !== 200) refused.push([status, headers['retry-after']]);
        return status === 200 && (await suite.postgresPid()) !== pid;
      });
      expect(refused.filter(([status, after]) => status !== 503 || !(Number(after) > 0))).toEqual([]);
      return refused.length;
    };
    // It may be back before this process comes to ask.
    let refused = 0;
    while (refused === 0) refused = await refusedWhileAway();
  });

  it('stops on SIGINT with code 0, and starts again where it was', async () => {
    const customer = await client.create('/customers', ada);
    await client.close();
    expect(await suite.end('SIGINT')).toBe(0);
    const again = await suite.start();
    expect((await again.get(customer)).body.status).toBe('unverified');
    expect(again.connection).toEqual(client.connection);
    client = again;
  });

  it('leaves no Postgres behind when it is killed', async () => {
    const pid = await suite.postgresPid();
    await suite.kill();
    await waitFor('the server to be gone', () => !isAlive(pid));
  });
});

describe('a suite that runs', () => {
  let shared: SharedSuite;
  beforeAll(async () => {
    shared = await SharedSuite.join('monitored');
  });
  afterAll(() => shared.leave());

  it('exports each metric that an alert or the dashboard of the chart names', async () => {
    const { suite } = shared;
    const pages = await Promise.all((await suite.metricsUrls()).map(async (url) => (await fetch(url)).text()));
    const exported = new Set([...pages.join('\n').matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name));
    for (const file of ['alerts.yaml', 'dashboard.json']) {
      const text = await readFile(join(MONITORING, file), 'utf8');
      const named = [...text.matchAll(/\b(?:halyard|nodejs|process)_\w+/g)].map(([name]) => name);
      expect(named.length).toBeGreaterThan(5);
      expect(named.filter((name) => !exported.has(name.replace(/_(bucket|count|sum)$/, '')))).toEqual([]);
    }
  });
});
