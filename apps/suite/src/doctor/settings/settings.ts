import { ConfigError, type Environment, loadConfig } from '@halyard/config';
import { storingServices, serviceNames } from '@halyard/contracts';
import { gatewayService } from '@halyard/gateway';
import { processConfig } from '@halyard/service';
import { VerifyConfig } from '@halyard/transfers/verify';
import { backupFolderOf } from '../../backup-folder.js';
import { suiteConfig } from '../../config.js';
import { ProvisionConfig } from '../../distributed/provision-config.js';
import { StartFailure } from '../../start-failure.js';
import { type Finding, findingOf } from '../finding.js';
import { storingDefinitions } from '../../storing-definitions.js';
import { closestTo } from './closest.js';

type Reader = (env: Environment) => unknown;

const ofServices: readonly Reader[] = [...storingDefinitions, gatewayService].map(({ config }) => config);

/** Services that are processes of their own use the roles of `provision`, whose URL names no user. */
const isProvisioned = ({ DATABASE_URL: url }: Environment): boolean =>
  url !== undefined && URL.canParse(url) && new URL(url).username === '';

/** Reads all settings, as the processes do, and tells what is wrong with them. */
export function lookAtSettings(env: Environment): readonly Finding[] {
  const readers: readonly Reader[] = [
    suiteConfig,
    ...ofServices,
    ...(isProvisioned(env) ? [(given: Environment) => processConfig(given, true)] : []),
    (given) => backupFolderOf(suiteConfig(given)),
  ];
  const problems = new Set(readers.flatMap((read) => problemsOf(read, env)));
  return [
    ...[...problems].map((problem) => findingOf('setting-unusable', { problem })),
    ...unknownSettings(env).map(({ variable, closest }) => findingOf('setting-unknown', { variable, closest })),
  ];
}

function problemsOf(read: Reader, env: Environment): readonly string[] {
  try {
    read(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    if (error instanceof StartFailure) return [error.message];
    throw error;
  }
}

const KEYS = ['MASTER_KEY', 'MASTER_KEY_NEXT', 'FINGERPRINT_KEY', 'IDENTITY_KEY', 'SERVICE_IDENTITIES'];

/** The beginning of settings that give one service's value to a program for several services. */
const prefixOf = (service: string): string => `${service.toUpperCase().replaceAll('-', '_')}_`;

/** Every setting that any program reads. */
export function allSettings(): ReadonlySet<string> {
  const names = new Set<string>();
  const heard: Environment = new Proxy({}, { get: (_, name) => void names.add(String(name)) });
  const readers: readonly Reader[] = [
    suiteConfig,
    ...ofServices,
    (env) => processConfig(env, false),
    (env) => loadConfig(ProvisionConfig, env),
    (env) => loadConfig(VerifyConfig, env),
  ];
  for (const read of readers) problemsOf(read, heard);
  const identities = serviceNames.map((service) => `${prefixOf(service)}IDENTITY_KEY`);
  for (const key of [...KEYS, ...identities]) names.add(key).add(`${key}_FILE`);
  for (const service of storingServices) names.add(`${prefixOf(service)}DATABASE_URL`);
  return names.add('BACKUP_PASSPHRASE');
}

interface UnknownSetting {
  readonly variable: string;
  readonly closest: string;
}

/** Variables that are no settings, but look like one that somebody misspelled. */
export function unknownSettings(env: Environment): readonly UnknownSetting[] {
  const known = allSettings();
  return Object.keys(env)
    .filter((variable) => !known.has(variable) && env[variable]?.trim())
    .toSorted()
    .flatMap((variable) => {
      const closest = closestTo(variable, known);
      return closest === undefined ? [] : [{ variable, closest }];
    });
}
