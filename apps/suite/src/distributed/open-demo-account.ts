import 'reflect-metadata';
import { Flag, loadConfig, Origins, Text, Url } from '@halyard/config';
import { createLogger } from '@halyard/observability';
import { loadIdentities } from '@halyard/persistence';
import { runProgram } from '@halyard/service';
import { join } from 'node:path';
import { demoFileOf, openDemoAccount } from '../demo/demo-account.js';
import { openServiceClient } from './service-client.js';

/** Settings of this program, each read from the variable of its name. */
class DemoConfig {
  /** Folder that contains the installation's keys and certificates; `demo.json` is written there. */
  @Text()
  readonly dataDir: string = '.data';

  /** URL at which this program reaches the gateway. */
  @Url(['http', 'https'])
  readonly publicBaseUrl: string = 'https://localhost:8443';

  /** Off when the gateway serves plain HTTP behind a proxy. */
  @Flag()
  readonly tls: boolean = true;

  @Origins()
  readonly authUrls!: readonly string[];
}

/** For an installation whose processes are started by other means: opens or finds the demo account, and ends. */
await runProgram(async () => {
  const { dataDir, publicBaseUrl: baseUrl, tls, authUrls } = loadConfig(DemoConfig, process.env);
  const gateway = loadIdentities('gateway', { dir: join(dataDir, 'keys'), env: process.env });
  const services = openServiceClient(authUrls, gateway, createLogger({ service: 'demo', level: 'warn' }));
  const addresses = { baseUrl, ...(tls && { authorityFile: join(dataDir, 'tls', 'ca.pem') }) };
  const { accountId } = await openDemoAccount(services, addresses, dataDir);
  await services.close();
  console.log(`halyard: the demo account is ${accountId}; ${demoFileOf(dataDir)} has its key and secret`);
  return { stop: () => Promise.resolve() };
});
