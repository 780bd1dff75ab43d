// Creates another sandbox account with its application on a running suite: npm run seed -- --account NAME
// Adds a person to an account, with auth's own settings (DATABASE_URL, DATA_DIR and keys as auth has them):
//   npm run seed -- --person EMAIL --of ACCOUNT_ID --role owner|treasurer|member|viewer|operator [--name NAME]
// Adds an application in the same way; an integration works once an operator, or --approve, has approved it:
//   npm run seed -- --application NAME --of ACCOUNT_ID --kind integration --redirect-url URL [--approve] [--strict]
//       [--permissions read|write|read-write-transact, which is the default]
// Adds the applications of ours, the console and the command line, at the address that auth has (PUBLIC_BASE_URL); the suite
// does it at each start:
//   npm run seed -- --first-party [--of ACCOUNT_ID]
// Without --of the account is the one of demo.json. A person that exists keeps its name and password. An operator is let in
// again, whatever was suspended.
import './say-why.ts';
import 'reflect-metadata';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Seed, seeding } from '@halyard/auth/seed';
import { loadConfig } from '@halyard/config';
import { firstPartyKeys } from '@halyard/contracts/applications';
import { loadKeys, serviceUrl } from '@halyard/persistence';
import { AuthAddresses } from '@halyard/service/auth-addresses';
import { clientOfRunningSuite } from '@halyard/suite/running-suite';
import { openSandboxAccount } from '@halyard/suite/sandbox-account';
import { dataDir, databaseUrl } from './database-url.ts';
import { type SeedOrder, seedingOf } from './seed-arguments.ts';

const demoFile = join(dataDir, 'demo.json');

/** Prints the problem and ends the program. */
function refuse(problem: string): never {
  console.error(problem);
  process.exit(1);
}

async function openAccount(name: string): Promise<object> {
  const operator = await clientOfRunningSuite(demoFile);
  const client = await openSandboxAccount(operator, name);
  await Promise.all([operator.close(), client.close()]);
  const { baseUrl, authUrl, accountId, key, secret, caFile } = client.connection;
  return { baseUrl, authUrl, accountId, key, secret, ...(caFile !== undefined && { caFile }) };
}

function withSeed(work: (seed: Seed) => Promise<object>): Promise<object> {
  const given = databaseUrl();
  const { rolePassword, ...keys } = loadKeys({ dir: join(dataDir, 'keys'), env: process.env });
  const isProvisioned = new URL(given).username === '';
  const url = isProvisioned ? serviceUrl(given, 'auth', rolePassword('auth')) : given;
  return seeding({ databaseUrl: url, keys }, work);
}

const demoAccount = (): string => {
  if (!existsSync(demoFile)) refuse(`${demoFile} does not exist: say the account (--of), or set DATA_DIR.`);
  const { accountId } = JSON.parse(readFileSync(demoFile, 'utf8')) as { readonly accountId: string };
  return accountId;
};

function add(asked: SeedOrder): Promise<object> {
  if (asked.adds === 'account') return openAccount(asked.name);
  const { accountId = demoAccount() } = asked;
  switch (asked.adds) {
    case 'person':
      return withSeed((seed) =>
        asked.role === 'operator' ? seed.addOperator({ ...asked, accountId }) : seed.addPerson({ ...asked, accountId }),
      );
    case 'integration':
      return withSeed((seed) => seed.addApplication({ ...asked, kind: 'integration', accountId }));
    case 'first-party': {
      const { consoleHome: consoleUrl } = loadConfig(AuthAddresses, process.env);
      return withSeed(async (seed) => {
        await seed.addFirstParty({ accountId, consoleUrl });
        return { ...firstPartyKeys, consoleUrl };
      });
    }
  }
}

function asked(): SeedOrder {
  try {
    return seedingOf(process.argv.slice(2));
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  }
}

console.log(JSON.stringify(await add(asked()), undefined, 2));
