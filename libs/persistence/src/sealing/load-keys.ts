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

/** The keys of an installation that services with a database have, 32 random bytes each. */
export interface Keys {
  /**
   * What wraps the data keys that personal data is sealed with, as the environment and files say at that moment: the one
   * that replaces the other first, where one does. Lost, all of that is lost.
   */
  readonly masters: () => readonly Buffer[];
  /** Root of the keyed hashes. Changed, equal accounts no longer look equal. */
  readonly fingerprint: Buffer;
  /**
   * Password of a database role, 43 letters, digits, `-` and `_`. That of a service follows from its identity key, which
   * no other service has; that of `bus`, as which every service reads what others tell, from the fingerprint key
   * (ADR 26).
   *
   * @throws KeysError where there is no identity key of the service
   */
  readonly rolePassword: (role: DatabaseRole) => string;
}

/** The role of a service, or the one that reads every service's history. */
export type DatabaseRole = StoringService | typeof BUS;

/** The file of the key that is to replace the master key. */
const NEXT_MASTER = 'master-next';

const variables = {
  master: 'MASTER_KEY',
  fingerprint: 'FINGERPRINT_KEY',
} as const;

/**
 * The keys from the environment or mounted files; those not given there from `dir`, made at first start (directory
 * 0700, files 0600).
 *
 * @throws KeysError naming every variable and file at fault
 */
export function loadKeys({ dir, env }: KeysOptions): Keys {
  const problems: string[] = [];
  const load = (name: keyof typeof variables): Buffer => {
    try {
      const key =
        keyFromEnvironment(variables[name], env) ?? (dir === undefined ? undefined : keyFromDirectory(name, dir));
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
    masters: (): readonly Buffer[] => mastersNow({ dir, env }),
    fingerprint,
    rolePassword: (role: DatabaseRole): string =>
      passwordFrom(role === BUS ? fingerprint : identityKeyOf(role, { dir, env }), role),
  });
}

const passwordFrom = (key: Buffer, role: DatabaseRole): string =>
  Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), `halyard/role-password/v1/${role}`, KEY_BYTES)).toString(
    'base64url',
  );

/** A process of a replacement has both: what is wrapped by either, it opens. */
function mastersNow({ dir, env }: KeysOptions): readonly Buffer[] {
  const next = keyFromEnvironment(`${variables.master}_NEXT`, env) ?? (dir && existingKey(NEXT_MASTER, dir));
  const current = keyFromEnvironment(variables.master, env) ?? (dir && keyFromDirectory('master', dir));
  return [next, current].filter((key) => key !== undefined && key !== '').map((key) => Buffer.from(key));
}

/** From now on `masters` knows a key that replaces the master key: the one that was begun with, where one was. */
export const prepareNextMaster = (dir: string): void => void keyFromDirectory(NEXT_MASTER, dir);
