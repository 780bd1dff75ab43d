import { type CreatedDocument, type Operation, publicRoutes } from '@halyard/contracts';
import { deriveId, newId } from '@halyard/core';
import type { GatewayAddresses } from '@halyard/gateway';
import type { ServiceClient } from '@halyard/http';
import { hasCode } from '@halyard/local-servers';
import { SystemClock } from '@halyard/persistence';
import { randomBytes, randomUUID } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Connection, HalClient } from './hal-client.js';
import { furnishSandboxAccount } from './sandbox-account.js';
import { until } from './until.js';

/** Longer than a killed Postgres, broker or service takes to restart. */
const PATIENCE_MS = 60_000;

interface Credentials {
  readonly key: string;
  readonly secret: string;
}

/** What scripts find the demo account by. */
export const demoFileOf = (dataDir: string): string => join(dataDir, 'demo.json');

/**
 * Opens the first account with its application, which is the operator's, once per database, even while parts of the
 * suite are down for a while. In the sandbox it is furnished as a demo; in production it is empty. An interrupted start is
 * completed by the next one. Writes `demoFileOf` once the account is complete.
 */
export async function openDemoAccount(
  services: ServiceClient,
  addresses: GatewayAddresses,
  dataDir: string,
): Promise<Connection> {
  const credentials = await demoCredentials(join(dataDir, 'keys', 'demo-application.json'));
  const open = () => openAndFurnish(services, addresses, credentials);
  const connection = await until('the demo account to be opened', open, PATIENCE_MS);
  await writePrivately(demoFileOf(dataDir), connection);
  return connection;
}

async function openAndFurnish(
  services: ServiceClient,
  { baseUrl, authorityFile }: GatewayAddresses,
  credentials: Credentials,
): Promise<Connection> {
  const accountId = await openAccount(services, credentials);
  const connection: Connection = { baseUrl, authUrl: baseUrl, accountId, ...credentials, caFile: authorityFile };
  const client = await HalClient.open(connection);
  try {
    await furnishSandboxAccount(client);
  } finally {
    await client.close();
  }
  return connection;
}

async function demoCredentials(file: string): Promise<Credentials> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Credentials;
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error;
  }
  const credentials = { key: randomUUID(), secret: randomBytes(32).toString('base64url') };
  await writePrivately(file, credentials);
  return credentials;
}

/** The operation id is derived from the key, so that every start finds the same account. */
async function openAccount(services: ServiceClient, { key, secret }: Credentials): Promise<string> {
  const operation: Operation = {
    id: deriveId('demo-account', key),
    requestId: newId(),
    principal: { kind: 'service', service: 'gateway' },
    at: new SystemClock().system().toISOString(),
  };
  const body = { name: 'Demo', application: { key, secret }, operator: true };
  const { owner, method, path } = publicRoutes.openAccount;
  const answer = await services.call(owner, { method, path, body, operation });
  if (answer.body.document === 'created') return (answer.body satisfies CreatedDocument).resource.id;
  throw new Error(`the demo account was not opened: ${answer.status}`);
}

/** Writes the file whole or not at all, and for its owner only. */
async function writePrivately(file: string, content: object): Promise<void> {
  await writeFile(`${file}.new`, `${JSON.stringify(content, undefined, 2)}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
}
