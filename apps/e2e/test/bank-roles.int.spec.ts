// Runs: embedded
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runWith } from '@halyard/cli';
import { bankBehaviorRoutes } from '@halyard/contracts/bank-behavior';
import { bankFileRoutes } from '@halyard/contracts/bank-files';
import { personRoles } from '@halyard/contracts/people';
import type { HalClient } from '@halyard/suite/client';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ConsoleVisitor } from './support/console-visitor.js';
import { embedded, fundedHolder } from './support/journeys.js';
import { invitedPerson, type Login } from './support/people.js';
import { RoleAsker } from './support/role-answers.js';
import { SharedSuite } from './support/shared-suite.js';

/** Whoever may send it is refused for the form of the body alone. */
const NO_FILE = 'no file of a bank\n';
const UPLOADED = '400 ValidationError';
const ASKED = {
  routes: { ...bankBehaviorRoutes, ...bankFileRoutes },
  bodies: { changeSandboxBankBehavior: {}, uploadBankFile: NO_FILE },
};
const ALL_SCOPES = ['transactions', 'accountinfofull'];
const ALLOWED = {
  getSandboxBankBehavior: 200,
  changeSandboxBankBehavior: 200,
  listBankFiles: 200,
  uploadBankFile: UPLOADED,
  getBankFile: 200,
  listBankFileEntries: 200,
  getBankFileContent: 200,
};
const FORBIDDEN = '403 Forbidden';
const READS_ONLY = { ...ALLOWED, changeSandboxBankBehavior: FORBIDDEN, uploadBankFile: FORBIDDEN };
const OTHERS = { getBankFile: '404 NotFound', listBankFileEntries: '404 NotFound', getBankFileContent: '404 NotFound' };
const WITHOUT_NUMBERS = { uploadBankFile: '403 InvalidScopes', getBankFileContent: '403 InvalidScopes' };

describe("the routes of an account's banks and their files", () => {
  let shared: SharedSuite;
  let client: HalClient;
  let asker: RoleAsker;
  let file: string;

  beforeAll(async () => {
    shared = await SharedSuite.join('bank roles');
    ({ client } = shared);
    await fundedHolder(client, '5.00');
    const [newest] = embedded((await client.get('/bank-files')).body, 'bank-files');
    file = newest?.id ?? '';
    asker = await RoleAsker.open(client, ASKED, file);
  });
  afterAll(async () => {
    await asker.close();
    await shared.leave();
  });

  const inConsole = async (login: Login): Promise<unknown> => {
    const visitor = await ConsoleVisitor.open(client);
    await visitor.logIn(login);
    const answers = await asker.answersInConsole(visitor);
    await visitor.close();
    return answers;
  };

  it.each([
    ['owner', ALLOWED],
    ['treasurer', ALLOWED],
    ['member', READS_ONLY],
    ['viewer', READS_ONLY],
  ] as const)(
    'are open to a person as %s as far as the role moves money, also in the console',
    async (role, expected) => {
      const login = await invitedPerson(shared.suite, client, role);
      expect(await asker.answersForPerson(login)).toEqual(expected);
      expect(await inConsole(login)).toEqual(expected);
    },
  );

  it('are open to an operator for reading, in the operator’s own account', async () => {
    expect(personRoles).toEqual(['viewer', 'member', 'treasurer', 'owner', 'operator']);
    const { operator } = JSON.parse(await readFile(shared.suite.demoFile, 'utf8')) as { readonly operator: Login };
    const expected = { ...READS_ONLY, ...OTHERS };
    expect(await asker.answersForPerson(operator)).toEqual(expected);
    expect(await inConsole(operator)).toEqual(expected);
  });

  it.each([
    ['read', ALL_SCOPES, READS_ONLY],
    ['write', ALL_SCOPES, READS_ONLY],
    ['read-write-transact', ALL_SCOPES, ALLOWED],
    ['read-write-transact', ['transactions'], { ...ALLOWED, ...WITHOUT_NUMBERS }],
  ] as const)('are open to an application as far as it may: %s, %j', async (permissions, scopes, expected) => {
    expect(await asker.answersForApplication(permissions, scopes)).toEqual(expected);
  });

  it.each([
    ['read', [0, 3, 0, 3, 0]],
    ['read-write-transact', [0, 0, 0, 3, 0]],
  ] as const)('answer the command line of an application that may %s alike', async (permissions, expected) => {
    const folder = await mkdtemp(join(tmpdir(), 'halyard-roles-'));
    const connection = { ...client.connection, ...(await asker.application(permissions, ALL_SCOPES)) };
    await writeFile(join(folder, 'connection.json'), JSON.stringify(connection));
    await writeFile(join(folder, 'answer.ach'), NO_FILE);
    const said: string[] = [];
    const run = (...args: readonly string[]): Promise<number> =>
      runWith(['node', 'halyard', '--connection', join(folder, 'connection.json'), ...args], {
        env: { HOME: folder },
        print: (line) => said.push(line),
        note: (line) => said.push(line),
        readInput: () => Promise.resolve('{}'),
        signal: new AbortController().signal,
      });
    const codes = [
      await run('get', '/sandbox-bank-behavior'),
      await run('do', '/sandbox-bank-behavior', 'edit', '--file', '-'),
      await run('bank-files', 'entries', file),
      await run('bank-files', 'create', '--set', `file=@${join(folder, 'answer.ach')}`),
      await run('bank-files', 'content', file),
    ];
    expect({ codes, said }).toEqual({ codes: expected, said });
    expect(said.filter((line) => line.startsWith('101 222222226'))).toHaveLength(1);
    await rm(folder, { recursive: true });
  });

  it('show nothing of another account’s files, nor how its banks behave', async () => {
    await client.post('/sandbox-bank-behavior', { outages: [], rules: [{ name: 'of-one', then: { return: 'R01' } }] });
    const other = await SharedSuite.join('bank roles beside');
    expect(await asker.answersFor(await other.client.accessToken())).toMatchObject(OTHERS);
    const { body } = await other.client.get('/sandbox-bank-behavior');
    expect(body).toMatchObject({ seed: '', rules: [], outages: [], counts: [] });
    const files = embedded((await other.client.get('/bank-files')).body, 'bank-files');
    expect(files.map(({ id }) => id)).not.toContain(file);
    await other.leave();
  });
});
