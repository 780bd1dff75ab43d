import { hkdfSync } from 'node:crypto';
import { KEY_BYTES, keyFromDirectory, keyFromEnvironment, KeysError, type KeysOptions } from './key-sources.js';

/** The keys of an installation that services with a database have, 32 random bytes each. */
export interface Keys {
  /** Wraps the data keys that personal data is sealed with. Lost, all of that is lost. */
  readonly master: Buffer;
  /** Root of the keyed hashes. Changed, equal accounts no longer look equal. */
  readonly fingerprint: Buffer;
  /** Password of a service's database role: always the same under the same master key. 43 letters, digits, `-`, `_` */
  readonly rolePassword: (role: string) => string;
}

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
  const keys = {
    master: load('master'),
    fingerprint: load('fingerprint'),
  };
  if (problems.length > 0) throw new KeysError(`The keys are not usable:\n  ${problems.join('\n  ')}`);
  return Object.freeze({
    ...keys,
    rolePassword: (role: string): string =>
      Buffer.from(
        hkdfSync('sha256', keys.master, Buffer.alloc(0), `halyard/role-password/v1/${role}`, KEY_BYTES),
      ).toString('base64url'),
  });
}
