// Creates another sandbox account with its application on a running suite: npm run seed -- --account NAME
// Adds a person to an account, with auth's own settings (DATABASE_URL, DATA_DIR and keys as auth has them):
//   npm run seed -- --person EMAIL --of ACCOUNT_ID --role owner|treasurer|member|viewer|operator [--name NAME]
// Without --of the account is the one of demo.json. A person that exists keeps its name and password.
import './say-why.ts';
import 'reflect-metadata';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { seeding } from '@halyard/auth/seed';
import { type PersonRole, personRoles } from '@halyard/contracts';
import { isId } from '@halyard/core';
import { loadKeys, serviceUrl } from '@halyard/persistence';
import { clientOfRunningSuite } from '@halyard/suite/running-suite';
import { openSandboxAccount } from '@halyard/suite/sandbox-account';
import { dataDir, databaseUrl } from './database-url.ts';

const text = { type: 'string' } as const;
const { values } = parseArgs({ options: { account: text, person: text, of: text, role: text, name: text } });
const demoFile = join(dataDir, 'demo.json');

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
  const { of: accountId = demoAccount(), role, name = email.split('@')[0] ?? email } = values;
  if (!isRole(role)) refuse(`Say the role: --role ${personRoles.join(' | ')}`);
  if (!isId(accountId)) refuse('Say the id of the account: --of ACCOUNT_ID');
  const given = databaseUrl();
  const { rolePassword, ...keys } = loadKeys({ dir: join(dataDir, 'keys'), env: process.env });
  const isProvisioned = new URL(given).username === '';
  const url = isProvisioned ? serviceUrl(given, 'auth', rolePassword('auth')) : given;
  return seeding({ databaseUrl: url, keys }, (seed) => seed.addPerson({ email, name, role, accountId }));
}

const isRole = (role: string | undefined): role is PersonRole => personRoles.some((known) => known === role);

const demoAccount = (): string => {
  if (!existsSync(demoFile)) refuse(`${demoFile} does not exist: say the account (--of), or set DATA_DIR.`);
  const { accountId } = JSON.parse(readFileSync(demoFile, 'utf8')) as { readonly accountId: string };
  return accountId;
};

const { account, person } = values;
if (!account && !person) refuse('npm run seed -- --account NAME | --person EMAIL --of ACCOUNT_ID --role ROLE');
console.log(JSON.stringify(person ? await addPerson(person) : await openAccount(account ?? ''), undefined, 2));
