import { storingServices } from '@halyard/contracts';
import type { Logger } from '@halyard/observability';
import { startEmbeddedPostgres } from '@halyard/local-servers';
import { type DatabaseRole, type Keys, provisionServices, serviceUrl, usingServer } from '@halyard/persistence';
import type { Lifetime } from '@halyard/service';
import { join } from 'node:path';
import type { SuiteConfig } from './config.js';
import type { OwnPorts } from './own-ports.js';

const DEFAULT_PORT = 5432;

export interface ServicesDatabaseOptions {
  readonly config: SuiteConfig;
  /** Absolute path. */
  readonly dataDir: string;
  readonly keys: Keys;
  readonly ownPorts: OwnPorts;
  readonly logger: Logger;
  readonly lifetime: Lifetime;
  /** How many connections an embedded server allows, if fewer than usual are enough. */
  readonly connectionsMax?: number;
}

/** The database that all services share, each in its own schema. */
export interface ServicesDatabase {
  /** URL for the role of a service, or for `BUS`. */
  urlOf(role: DatabaseRole): string;
}

/**
 * Opens the database on the server of DATABASE_URL, or else on an embedded server, and makes the schemas and roles of
 * all services.
 */
export async function openServicesDatabase(options: ServicesDatabaseOptions): Promise<ServicesDatabase> {
  const { rolePassword } = options.keys;
  const adminUrl = options.config.databaseUrl ?? (await startPostgres(options));
  await usingServer(adminUrl, 'Check DATABASE_URL.', () =>
    provisionServices({ adminUrl, services: storingServices, passwordOf: rolePassword }),
  );
  options.ownPorts.add(Number(new URL(adminUrl).port || DEFAULT_PORT));
  return { urlOf: (role) => serviceUrl(adminUrl, role, rolePassword(role)) };
}

async function startPostgres(options: ServicesDatabaseOptions): Promise<string> {
  const { dataDir, connectionsMax, logger, lifetime } = options;
  const postgres = await startEmbeddedPostgres({ dataDir: join(dataDir, 'postgres'), connectionsMax, logger });
  lifetime.onClose(() => postgres.stop());
  return postgres.url;
}
