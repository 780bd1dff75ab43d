import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Environment } from '@halyard/config';
import type { Keys } from '@halyard/persistence';
import { hasServersElsewhere } from '../backup/installation-databases.js';
import { type SuiteConfig, suiteConfig } from '../config.js';
import { OwnPorts } from '../own-ports.js';
import { servicesEnvironment } from '../services-environment.js';
import { type Databases, openDatabases } from './database/databases.js';
import type { Finding } from './finding.js';
import { lookForKeys } from './settings/keys.js';

/** An installation that doctor looks at. */
export interface ExaminedInstallation {
  /** The environment of its services. */
  readonly env: Environment;
  readonly config: Readonly<SuiteConfig>;
  /** Absolute. */
  readonly dataDir: string;
  /** Whether the installation was started before, or its data is on servers that settings name. */
  readonly isThere: boolean;
  /** Undefined if they can't be used. */
  readonly keys: Keys | undefined;
  readonly keyFindings: readonly Finding[];
  readonly databases: Databases;
}

/** Services that are processes of their own have URLs without a user, or each its own. */
export const isOneProcess = ({ databaseUrl }: Readonly<SuiteConfig>, env: Environment): boolean =>
  databaseUrl === undefined ? env['AUTH_DATABASE_URL'] === undefined : new URL(databaseUrl).username !== '';

/** Opens an installation, and writes nothing. @throws ConfigError if its settings can't be used */
export async function openInstallation(env: Environment): Promise<ExaminedInstallation> {
  const config = suiteConfig(env);
  const dataDir = resolve(config.dataDir);
  const surroundings = { dataDir, ownPorts: new OwnPorts(), isWatched: false };
  const isThere = hasServersElsewhere(config, env) || existsSync(join(dataDir, 'postgres'));
  const { keys, findings: keyFindings } = isThere
    ? lookForKeys(dataDir, env, isOneProcess(config, env))
    : { keys: undefined, findings: [] };
  return {
    ...{ config, dataDir, isThere, keys, keyFindings },
    env: servicesEnvironment(config, env, surroundings),
    databases: await openDatabases({ config, env, dataDir, isThere, keys }),
  };
}
