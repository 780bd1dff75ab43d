import { join } from 'node:path';
import { authService } from '@halyard/auth';
import { consoleService } from '@halyard/console';
import type { Environment } from '@halyard/config';
import { type ServiceName, type StoringService, storingServices } from '@halyard/contracts';
import { customersService } from '@halyard/customers';
import { fundingSourcesService } from '@halyard/funding-sources';
import { createLogger } from '@halyard/observability';
import { loadKeys, provisionServices, serviceUrl, SystemClock } from '@halyard/persistence';
import { afterRestore, TakenAwayList } from '@halyard/recovery';
import { eventStoreChoice, Lifetime, openRestored } from '@halyard/service';
import { transfersService } from '@halyard/transfers';
import { webhooksService } from '@halyard/webhooks';
import { suiteConfig } from '../config.js';
import type { InstallationDatabases } from './installation-databases.js';

const POOL_SIZE = 4;

export interface RestoredSuite extends Pick<InstallationDatabases, 'dataDir' | 'backupDir'> {
  /** Administrator's URL of its Postgres, which runs. */
  readonly databaseUrl: string;
}

/** Does for the one database of all services what `prepareDatabases` does. */
export async function prepareServices(env: Environment, restored: RestoredSuite): Promise<readonly string[]> {
  const { databaseUrl, ...installation } = restored;
  const keys = loadKeys({ dir: join(restored.dataDir, 'keys'), env });
  const { rolePassword: passwordOf } = keys;
  await provisionServices({ adminUrl: databaseUrl, services: storingServices, passwordOf });
  const databaseUrlOf = (service: StoringService) => serviceUrl(databaseUrl, service, passwordOf(service));
  return prepareDatabases(env, { ...installation, keys, databaseUrlOf });
}

/**
 * Makes the restored data of all services fit to be served: applies the list of what was taken away, and begins an epoch.
 * @returns lines for people
 */
export function prepareDatabases(env: Environment, restored: InstallationDatabases): Promise<readonly string[]> {
  const { dataDir, backupDir, keys, databaseUrlOf } = restored;
  const logger = createLogger({ service: 'restore', level: 'warn' });
  const { adapters } = suiteConfig(env);
  const host = {
    env: { ...env, DATA_DIR: dataDir },
    keys,
    clock: new SystemClock(),
    loggerOf: () => logger,
    databaseUrlOf,
    poolSize: POOL_SIZE,
    eventStoreOf: (service: ServiceName) => (service === 'transfers' ? eventStoreChoice(adapters) : undefined),
  };
  return Lifetime.allOrNothing(logger, async (lifetime) => {
    const services = [
      await openRestored(authService, host, lifetime),
      await openRestored(customersService, host, lifetime),
      await openRestored(fundingSourcesService, host, lifetime),
      await openRestored(transfersService, host, lifetime),
      await openRestored(webhooksService, host, lifetime),
      await openRestored(consoleService, host, lifetime),
    ];
    const lines = await afterRestore(services, new TakenAwayList({ folder: backupDir, keys }));
    await lifetime.close();
    return lines;
  });
}
