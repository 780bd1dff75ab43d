import { hkdfSync } from 'node:crypto';
import type { StoringService } from '@halyard/contracts';
import { BUS } from '../identifiers.js';
import { identityKeyOf } from './identity-key.js';
import {
  existingKey,
  KEY_BYTES,
  keyFromDirectory,
  keyFromEnvironment,
  KeysError,
  type KeysOptions,
} from './key-sources.js';

/** The keys of services with a database. Each key has 32 random bytes. */
export interface Keys {
  /**
   * Gives the keys that wrap the data keys of personal data, as environment and files have them at that moment. While
   * one key replaces another, the new one comes first. If these keys are lost, all that data is lost.
   */
  readonly masters: () => readonly Buffer[];
  /** The key from which the keys of keyed hashes derive. If it changes, equal accounts no longer look equal. */
  readonly fingerprint: Buffer;
  /**
   * Gives the password of a database role: 43 letters, digits, `-` and `_`. A service's password derives from its
   * identity key, which no other service has. The password of `bus`, which reads the histories of all services, derives
   * from the fingerprint key (ADR 26).
   * @throws KeysError if the service has no identity key
   */
  readonly rolePassword: (role: DatabaseRole) => string;
}

/** The role of a service, or the role that reads every service's history. */
export type DatabaseRole = StoringService | typeof BUS;

const NEXT_MASTER = 'master-next';

const variables = {
  master: 'MASTER_KEY',
  fingerprint: 'FINGERPRINT_KEY',
} as const;

/**
 * Loads the keys from the environment or mounted files. Other keys are read from `dir`, and made there at the first
 * start (directory 0700, files 0600), unless nothing may be made.
 * @throws KeysError naming every variable and file at fault
 */
export function loadKeys(options: KeysOptions): Keys {
  const { dir, env, isReadOnly } = options;
  const problems: string[] = [];
  const load = (name: keyof typeof variables): Buffer => {
    try {
      const key =
        keyFromEnvironment(variables[name], env) ??
        (dir === undefined ? undefined : keyFromDirectory(name, dir, isReadOnly));
      if (key) return key;
      problems.push(`${variables[name]} or ${variables[name]}_FILE is missing`);
    } catch (error) {
      if (!(error instanceof KeysError)) throw error;
      problems.push(error.message);
    }
    return Buffer.alloc(KEY_BYTES);
  };
  load('master');
  const fingerprint = load('fingerprint');
  if (problems.length > 0) throw new KeysError(`The keys are not usable:\n  ${problems.join('\n  ')}`);
  return Object.freeze({
    masters: (): readonly Buffer[] => mastersNow(options),
    fingerprint,
    rolePassword: (role: DatabaseRole): string =>
      passwordFrom(role === BUS ? fingerprint : identityKeyOf(role, options), role),
  });
}

const passwordFrom = (key: Buffer, role: DatabaseRole): string =>
  Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), `halyard/role-password/v1/${role}`, KEY_BYTES)).toString(
    'base64url',
  );

/**
 * The master keys at this moment. During a replacement there are two, and the process opens what either has wrapped.
 */
function mastersNow({ dir, env, isReadOnly }: KeysOptions): readonly Buffer[] {
  const next = keyFromEnvironment(`${variables.master}_NEXT`, env) ?? (dir && existingKey(NEXT_MASTER, dir));
  const current = keyFromEnvironment(variables.master, env) ?? (dir && keyFromDirectory('master', dir, isReadOnly));
  return [next, current].filter((key) => key !== undefined && key !== '').map((key) => Buffer.from(key));
}

/**
 * Makes the key that is to replace the master key, and lets `masters` find it. If an earlier replacement has made one,
 * that one stays.
 */
export const prepareNextMaster = (dir: string): void => void keyFromDirectory(NEXT_MASTER, dir);
