// Creates another sandbox account with its application on a running suite: npm run seed -- --account NAME
// Adds a person to an account, with auth's own settings (DATABASE_URL, DATA_DIR and keys as auth has them):
//   npm run seed -- --person EMAIL --of ACCOUNT_ID --role owner|treasurer|member|viewer|operator [--name NAME]
// Adds an application in the same way; an integration works once an operator, or --approve, has approved it:
//   npm run seed -- --application NAME --of ACCOUNT_ID --kind integration --redirect-url URL [--approve] [--strict]
// Adds the applications of ours, the console and the command line, at the address that auth has (PUBLIC_BASE_URL); the suite
// does it at each start:
//   npm run seed -- --first-party [--of ACCOUNT_ID]
// Without --of the account is the one of demo.json. A person that exists keeps its name and password.
import './say-why.ts';
import 'reflect-metadata';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Seed, seeding } from '@halyard/auth/seed';
import { loadConfig } from '@halyard/config';
import { firstPartyKeys, type PersonRole, personRoles } from '@halyard/contracts';
import { isId } from '@halyard/core';
import { isRedirectUrl } from '@halyard/input';
import { loadKeys, serviceUrl } from '@halyard/persistence';
import { AuthAddresses } from '@halyard/service/auth-addresses';
import { clientOfRunningSuite } from '@halyard/suite/running-suite';
import { openSandboxAccount } from '@halyard/suite/sandbox-account';
import { dataDir, databaseUrl } from './database-url.ts';

const text = { type: 'string' } as const;
const flag = { type: 'boolean', default: false } as const;
const { values } = parseArgs({
  options: {
    ...{ account: text, person: text, application: text, of: text, role: text, name: text, kind: text },
    ...{ 'redirect-url': { type: 'string', multiple: true }, approve: flag, strict: flag, 'first-party': flag },
  },
});
const demoFile = join(dataDir, 'demo.json');

const print = (made: object): void => console.log(JSON.stringify(made, undefined, 2));

/** Ends the program with what is wrong. */
function refuse(problem: string): never {
  console.error(problem);
  process.exit(1);
}

async function openAccount(name: string): Promise<object> {
  const operator = await clientOfRunningSuite(demoFile);
  const client = await openSandboxAccount(operator, name);
  await Promise.all([operator.close(), client.close()]);
  return client.connection;
}

async function addPerson(email: string): Promise<object> {
  const { role, name = email.split('@')[0] ?? email } = values;
  if (!isRole(role)) refuse(`Say the role: --role ${personRoles.join(' | ')}`);
  return withSeed((seed, accountId) => seed.addPerson({ email, name, role, accountId }));
}

async function addApplication(name: string): Promise<object> {
  const { kind, 'redirect-url': redirectUrls = [], approve: isApproved, strict: isStrict } = values;
  if (kind !== 'integration') refuse('Say the kind: --kind integration. Servers are made by POST /applications.');
  if (redirectUrls.length === 0) refuse('Say where it takes people back: --redirect-url URL');
  if (!redirectUrls.every(isRedirectUrl))
    refuse('A redirect URL is https, or http on a loopback address, without a fragment.');
  return withSeed((seed, accountId) =>
    seed.addApplication({ accountId, name, kind, redirectUrls, isApproved, isStrict }),
  );
}

async function addFirstParty(): Promise<object> {
  const { consoleHome: consoleUrl } = loadConfig(AuthAddresses, process.env);
  return withSeed(async (seed, accountId) => {
    await seed.addFirstParty({ accountId, consoleUrl });
    return { ...firstPartyKeys, consoleUrl };
  });
}

async function withSeed(work: (seed: Seed, accountId: string) => Promise<object>): Promise<object> {
  const { of: accountId = demoAccount() } = values;
  if (!isId(accountId)) refuse('Say the id of the account: --of ACCOUNT_ID');
  const given = databaseUrl();
  const { rolePassword, ...keys } = loadKeys({ dir: join(dataDir, 'keys'), env: process.env });
  const isProvisioned = new URL(given).username === '';
  const url = isProvisioned ? serviceUrl(given, 'auth', rolePassword('auth')) : given;
  return seeding({ databaseUrl: url, keys }, (seed) => work(seed, accountId));
}

const isRole = (role: string | undefined): role is PersonRole => personRoles.some((known) => known === role);

const demoAccount = (): string => {
  if (!existsSync(demoFile)) refuse(`${demoFile} does not exist: say the account (--of), or set DATA_DIR.`);
  const { accountId } = JSON.parse(readFileSync(demoFile, 'utf8')) as { readonly accountId: string };
  return accountId;
};

const { account, person, application } = values;
if (person) print(await addPerson(person));
else if (application) print(await addApplication(application));
else if (account) print(await openAccount(account));
else if (values['first-party']) print(await addFirstParty());
else
  refuse(
    'npm run seed -- --account NAME | --person EMAIL … | --application NAME … | --first-party (see docs/how-to/let-people-log-in.md)',
  );
