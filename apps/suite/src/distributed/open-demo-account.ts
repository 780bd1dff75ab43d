import 'reflect-metadata';
import type { SeedPlace } from '@halyard/auth/seed';
import { Flag, Group, loadConfig, Origins, Text, Url } from '@halyard/config';
import { createLogger } from '@halyard/observability';
import { type KeysOptions, loadIdentities, loadKeys, serviceUrl } from '@halyard/persistence';
import { runProgram } from '@halyard/service';
import { AuthAddresses } from '@halyard/service/auth-addresses';
import { join } from 'node:path';
import { demoFileOf, openDemoAccount } from '../demo/demo-account.js';
import { openServiceClient } from './service-client.js';

class DemoConfig {
  /** Folder that contains the installation's keys and certificates; `demo.json` is written there. */
  @Text()
  readonly dataDir: string = '.data';

  /** URL at which this program reaches the gateway. */
  @Url(['http', 'https'])
  readonly publicBaseUrl: string = 'https://localhost:8443';

  /** Turn this off if the gateway serves plain HTTP behind a proxy. */
  @Flag()
  readonly tls: boolean = true;

  @Group(() => AuthAddresses)
  readonly addresses!: AuthAddresses;

  @Origins()
  readonly authUrls!: readonly string[];

  /** URL of auth's database, without a user. Without it there are neither people nor applications of ours. */
  @Url(['postgres', 'postgresql'], { optional: true })
  readonly databaseUrl?: string;
}

/** For installations whose processes are started by other means: opens or finds the demo account, and ends. */
await runProgram(async () => {
  const config = loadConfig(DemoConfig, process.env);
  const { dataDir, publicBaseUrl: baseUrl, tls, authUrls, databaseUrl } = config;
  const { consoleHome: consoleUrl } = config.addresses;
  const keysIn = { dir: join(dataDir, 'keys'), env: process.env };
  const gateway = loadIdentities('gateway', keysIn);
  const services = openServiceClient(authUrls, gateway, createLogger({ service: 'demo', level: 'warn' }));
  const addresses = { baseUrl, ...(tls && { authorityFile: join(dataDir, 'tls', 'ca.pem') }) };
  const place = seedPlaceIn(databaseUrl, keysIn);
  const auth = place && { ...place, consoleUrl };
  const { accountId } = await openDemoAccount({ services, addresses, dataDir, auth });
  await services.close();
  console.log(`halyard: the demo account is ${accountId}; ${demoFileOf(dataDir)} has its key and secret`);
  return { stop: () => Promise.resolve() };
});

function seedPlaceIn(databaseUrl: string | undefined, keysIn: KeysOptions): SeedPlace | undefined {
  if (databaseUrl === undefined) return undefined;
  const keys = loadKeys(keysIn);
  return { databaseUrl: serviceUrl(databaseUrl, 'auth', keys.rolePassword('auth')), keys };
}
