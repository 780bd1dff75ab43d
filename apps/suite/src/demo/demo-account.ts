import { type FirstPartyPlace, seeding, type SeedPlace } from '@halyard/auth/seed';
import type { CreatedAnswer, Operation } from '@halyard/contracts';
import { publicRoutes } from '@halyard/public-api';
import { deriveId, newId } from '@halyard/core';
import type { GatewayAddresses } from '@halyard/gateway';
import type { ServiceClient } from '@halyard/http';
import { SystemClock } from '@halyard/persistence';
import { join } from 'node:path';
import { type DemoConnection, HalClient } from './hal-client.js';
import { demoIntegration, type DemoIntegration } from './demo-integration.js';
import { demoPeople, type DemoPeople } from './demo-people.js';
import { type Credentials, newCredentials } from './new-credentials.js';
import { keptPrivately, writePrivately } from './private-files.js';
import { furnishSandboxAccount } from './sandbox-account.js';
import { until } from './until.js';

/** Longer than a killed Postgres, broker or service takes to restart. */
const PATIENCE_MS = 60_000;

/** Scripts find the demo account by this file. */
export const demoFileOf = (dataDir: string): string => join(dataDir, 'demo.json');

/** The content of `demoFileOf`. */
export type Demo = DemoConnection &
  Partial<DemoPeople & { readonly consoleUrl: string; readonly integration: DemoIntegration }>;

export interface DemoOptions {
  readonly services: ServiceClient;
  readonly addresses: GatewayAddresses;
  readonly dataDir: string;
  /**
   * Auth's database. Without it, first-party applications and people are not added. In production people are never
   * added.
   */
  readonly auth?: (SeedPlace & Pick<FirstPartyPlace, 'consoleUrl'>) | undefined;
  /** Whether the console is served. */
  readonly hasConsole?: boolean;
}

/**
 * Opens the first account with its application, which is the operator's, once per database, even while parts of the
 * suite are down for a while. Adds the first-party applications. In the sandbox the account gets demo data, an owner
 * and an operator, and a second account gets an integration; in production it is empty. If this is interrupted, the
 * next start completes it. Writes `demoFileOf` once the accounts are complete.
 */
export async function openDemoAccount(options: DemoOptions): Promise<Demo> {
  const { services, addresses, dataDir, auth, hasConsole = true } = options;
  const credentials = await keptPrivately(join(dataDir, 'keys', 'demo-application.json'), newCredentials);
  const open = async (): Promise<Demo> => {
    const { connection, isSandbox } = await openAndFurnish(services, addresses, credentials);
    if (!auth) return connection;
    const keysDir = join(dataDir, 'keys');
    const partner = (own: Credentials): Promise<string> =>
      openAccount(services, { name: 'Demo Partner', application: own });
    return seeding(auth, async (seed) => {
      const { accountId } = connection;
      await seed.addFirstParty({ accountId, consoleUrl: auth.consoleUrl });
      const found = { ...connection, ...(hasConsole && { consoleUrl: auth.consoleUrl }) };
      if (!isSandbox) return found;
      return {
        ...found,
        ...(await demoPeople(seed, accountId, keysDir)),
        integration: await demoIntegration(seed, partner, keysDir),
      };
    });
  };
  const demo = await until('the demo account to be opened', open, PATIENCE_MS);
  await writePrivately(demoFileOf(dataDir), demo);
  return demo;
}

async function openAndFurnish(
  services: ServiceClient,
  { baseUrl, authorityFile }: GatewayAddresses,
  credentials: Credentials,
): Promise<{ connection: DemoConnection; isSandbox: boolean }> {
  const accountId = await openAccount(services, { name: 'Demo', application: credentials, operator: true });
  const connection: DemoConnection = { baseUrl, authUrl: baseUrl, accountId, ...credentials, caFile: authorityFile };
  const client = await HalClient.open(connection);
  try {
    return { connection, isSandbox: await furnishSandboxAccount(client) };
  } finally {
    await client.close();
  }
}

interface NewAccount {
  readonly name: string;
  readonly application: Credentials;
  readonly operator?: true;
}

/** The operation id is derived from the key, so that every start finds the same account. */
async function openAccount(services: ServiceClient, body: NewAccount): Promise<string> {
  const operation: Operation = {
    id: deriveId('demo-account', body.application.key),
    requestId: newId(),
    principal: { kind: 'service', service: 'gateway' },
    at: new SystemClock().system().toISOString(),
  };
  const { owner, method, path } = publicRoutes.openAccount;
  const answer = await services.call(owner, { method, path, body, operation });
  if (answer.body.type === 'created') return (answer.body satisfies CreatedAnswer).resource.id;
  throw new Error(`the account ${body.name} was not opened: ${answer.status}`);
}
