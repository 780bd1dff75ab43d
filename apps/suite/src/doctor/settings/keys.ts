import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '@halyard/config';
import { type ServiceName, serviceNames, storingServices } from '@halyard/contracts';
import { type Keys, KeysError, type KeysOptions, loadIdentities, loadKeys, PostgresSealer } from '@halyard/persistence';
import type { Databases } from '../database/databases.js';
import { hasTable } from '../database/server.query.js';
import { type Finding, findingOf } from '../finding.js';

interface KeysSeen {
  /** Undefined if they can't be used. */
  readonly keys: Keys | undefined;
  readonly findings: readonly Finding[];
}

/**
 * Reads the keys of an installation, as its processes read them, and makes none.
 *
 * @param isOneProcess whether all services run in one process, which needs no identity of the gateway
 */
export function lookForKeys(dataDir: string, env: Environment, isOneProcess: boolean): KeysSeen {
  const keysIn: KeysOptions = { dir: join(dataDir, 'keys'), env, isReadOnly: true };
  const problems = new Set<string>();
  const read = <Result>(load: () => Result): Result | undefined => {
    try {
      return load();
    } catch (error) {
      if (!(error instanceof KeysError)) throw error;
      for (const line of error.message.split('\n')) if (!line.endsWith(':')) problems.add(line.trim());
      return undefined;
    }
  };
  const keys = read(() => loadKeys(keysIn));
  for (const service of isOneProcess ? [] : serviceNames) read(() => loadIdentities(service, keysIn));
  for (const service of storingServices) read(() => keys?.rolePassword(service));
  return {
    keys: problems.size === 0 ? keys : undefined,
    findings: [...problems].map((problem) => findingOf('key-unusable', { problem })),
  };
}

/** Files below the data folder that only the user of the installation may read. */
const SECRET_FILES = ['keys/*.key', 'tls/*.key', 'postgres/cluster/superuser.password'];
const OF_OTHERS = 0o077;

export function filesOpenToOthers(dataDir: string): readonly Finding[] {
  return globSync(SECRET_FILES, { cwd: dataDir })
    .map((file) => join(dataDir, file))
    .filter((file) => (statSync(file).mode & OF_OTHERS) !== 0)
    .toSorted()
    .map((file) => findingOf('key-readable-by-others', { file }));
}

/** Checks that the master keys are those with which each service's data is sealed. */
export async function lookAtMasterKeys({ sessions }: Databases, keys: Keys | undefined): Promise<readonly Finding[]> {
  if (!keys) return [];
  const looks = [...sessions].map(([service, session]) => masterKeyFault(service, session, keys));
  return (await Promise.all(looks)).filter((finding) => finding !== undefined);
}

async function masterKeyFault(
  service: ServiceName,
  session: ConstructorParameters<typeof PostgresSealer>[0],
  keys: Keys,
): Promise<Finding | undefined> {
  if (!(await hasTable(session, 'master_keys'))) return undefined;
  const sealer = new PostgresSealer(session, keys);
  try {
    await sealer.requireMasters();
    return undefined;
  } catch (error) {
    if (!(error instanceof KeysError)) throw error;
    return findingOf('master-key-wrong', { sentence: error.message, service }, service);
  } finally {
    await sealer.close();
  }
}
