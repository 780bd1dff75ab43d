import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Environment } from '@halyard/config';
import type { StoringService } from '@halyard/contracts';
import { startEmbeddedPostgres } from '@halyard/local-servers';
import { createLogger } from '@halyard/observability';
import { type Keys, loadKeys, serviceUrl } from '@halyard/persistence';
import { Lifetime } from '@halyard/service';
import { backupFolderOf } from '../backup-folder.js';
import { type SuiteConfig, suiteConfig } from '../config.js';
import { DataFolder } from '../data-folder.js';
import { StartFailure } from '../start-failure.js';

/** An installation's databases, for a program that works on them beside its processes or before they start. */
export interface InstallationDatabases {
  /** Absolute. */
  readonly dataDir: string;
  /** Absolute. */
  readonly backupDir: string;
  readonly keys: Keys;
  /** The URL of a service's database, with the service's own role. */
  readonly databaseUrlOf: (service: StoringService) => string;
}

/** The URL that a setting of its own, such as `AUTH_DATABASE_URL`, gives for a service's database. */
export const ownUrlOf = (env: Environment, service: StoringService): string | undefined =>
  env[`${service.toUpperCase().replaceAll('-', '_')}_DATABASE_URL`];

/** Whether settings name the servers of the databases, in place of the Postgres of the data folder. */
export const hasServersElsewhere = ({ databaseUrl }: Readonly<SuiteConfig>, env: Environment): boolean =>
  databaseUrl !== undefined || ownUrlOf(env, 'auth') !== undefined;

/**
 * Opens the databases that `DATABASE_URL` names, or `AUTH_DATABASE_URL` and so on. Without these it takes the data
 * folder, and starts its Postgres, until `work` is done.
 *
 * @throws StartFailure if the folder has no data, or a suite runs on it
 */
export function usingInstallation<Result>(
  env: Environment,
  work: (installation: InstallationDatabases) => Promise<Result>,
): Promise<Result> {
  const config = suiteConfig(env);
  const [dataDir, backupDir] = [resolve(config.dataDir), backupFolderOf(config)];
  const logger = createLogger({ service: 'recovery', level: 'warn' });
  return Lifetime.allOrNothing(logger, async (lifetime) => {
    const given = config.databaseUrl;
    const isElsewhere = hasServersElsewhere(config, env);
    if (!isElsewhere) {
      if (!existsSync(join(dataDir, 'postgres'))) {
        throw new StartFailure(`${dataDir} has no data: set DATA_DIR to the folder of the suite, or DATABASE_URL.`);
      }
      const folder = DataFolder.take(config);
      lifetime.onClose(() => folder.release());
    }
    const keys = loadKeys({ dir: join(dataDir, 'keys'), env });
    const embedded = isElsewhere
      ? undefined
      : await startEmbeddedPostgres({ dataDir: join(dataDir, 'postgres'), logger });
    if (embedded) lifetime.onClose(() => embedded.stop());
    const base = given ?? embedded?.url ?? '';
    const databaseUrlOf = (service: StoringService): string =>
      ownUrlOf(env, service) ?? serviceUrl(base, service, keys.rolePassword(service));
    const result = await work({ dataDir, backupDir, keys, databaseUrlOf });
    await lifetime.close();
    return result;
  });
}
