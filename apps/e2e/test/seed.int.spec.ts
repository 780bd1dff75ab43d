// Runs: embedded
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { firstPartyKeys } from '@halyard/contracts/applications';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Agent } from 'undici';
import { codeFor, personToken } from './support/first-party.js';
import { FormBrowser } from '@halyard/suite/form-browser';
import { SharedSuite } from './support/shared-suite.js';

const PROGRAM = join(import.meta.dirname, '..', '..', '..', 'tools', 'seed.ts');
const CALLBACK = 'http://localhost:3000/callback';

/** `npm run seed`, on a suite that runs. */
describe('the seed', () => {
  let shared: SharedSuite;
  let dispatcher: Agent;
  beforeAll(async () => {
    shared = await SharedSuite.join('Seeded');
    dispatcher = new Agent({ connect: { ca: await readFile(shared.client.connection.caFile ?? '', 'utf8') } });
  });
  afterAll(async () => {
    await dispatcher.close();
    await shared.leave();
  });

  const base = (): string => shared.client.connection.baseUrl;
  const of = (): readonly string[] => ['--of', shared.client.connection.accountId];
  async function seeded(...args: readonly string[]): Promise<Readonly<Record<string, unknown>>> {
    const env = { PATH: process.env['PATH'], DATA_DIR: shared.suite.dataDir, PUBLIC_BASE_URL: base() };
    const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, ...args], { env });
    return JSON.parse(stdout) as Readonly<Record<string, unknown>>;
  }

  it('adds a person, who logs in with the password that it prints', async () => {
    const email = `${randomUUID()}@example.com`;
    const made = await seeded('--person', email, ...of(), '--role', 'owner');
    const { accountId } = shared.client.connection;
    expect(made).toEqual({ email, password: expect.any(String), accountId, personId: expect.any(String) });
    const login = { email, password: String(made['password']) };
    expect(await personToken(base(), login, dispatcher)).toMatch(/^ey/);
  });

  it('opens an account, and prints nothing of any other', async () => {
    const made = await seeded('--account', 'Fresh Shop');
    const { caFile } = shared.client.connection;
    expect(made).toEqual({
      ...{ baseUrl: base(), authUrl: expect.any(String), caFile },
      ...{ accountId: expect.any(String), key: expect.any(String), secret: expect.any(String) },
    });
    const demo = await readFile(join(shared.suite.dataDir, 'demo.json'), 'utf8');
    for (const own of ['accountId', 'key', 'secret']) expect(demo).not.toContain(String(made[own]));
  });

  it('adds an integration, approved, that an owner may let in', async () => {
    const flags = ['--kind', 'integration', '--redirect-url', CALLBACK, '--approve'];
    const made = await seeded('--application', 'Sync', ...of(), ...flags);
    expect(made).toMatchObject({ status: 'active', redirectUrls: [CALLBACK], secret: expect.any(String) });
    const email = `${randomUUID()}@example.com`;
    const { password } = await seeded('--person', email, ...of(), '--role', 'owner');
    const browser = new FormBrowser(base(), dispatcher);
    await browser.send('/login', '/login', { email, password: String(password) });
    const asked = { client_id: String(made['key']), redirect_uri: CALLBACK, scope: 'transactions' };
    expect(await codeFor(browser, asked)).toMatchObject({ code: expect.stringMatching(/^.{20,}$/) });
  });

  it('makes the applications of ours once, however often it is run', async () => {
    const made = { ...firstPartyKeys, consoleUrl: `${base()}/console/` };
    // In the account of the operator, as each start of the suite does it.
    const args = ['--first-party', '--of', shared.operator.connection.accountId];
    expect([await seeded(...args), await seeded(...args)]).toEqual([made, made]);
  });

  // What else it refuses: tools/test/seed-arguments.unit.spec.ts.
  it('ends with what is wrong', async () => {
    const wrong = seeded('--person', 'ada@example.com', '--role', 'captain');
    await expect(wrong).rejects.toMatchObject({ code: 1, stderr: expect.stringMatching(/--role/) });
  });
});
