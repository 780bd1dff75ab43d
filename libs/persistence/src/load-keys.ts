import { hkdfSync, randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const KEY_BYTES = 32;

/** The keys of an installation, 32 random bytes each. */
export interface Keys {
  /** Wraps the data keys that personal data is sealed with. Lost, all of that is lost. */
  readonly master: Buffer;
  /** Signs the principal of calls between gateway and services. */
  readonly principal: Buffer;
  /** Root of the keyed hashes. Changed, equal accounts no longer look equal. */
  readonly fingerprint: Buffer;
  /** Signs and encrypts cookies. */
  readonly cookie: Buffer;
  /** Password of a service's database role: always the same under the same master key. 43 letters, digits, `-`, `_` */
  readonly rolePassword: (role: string) => string;
}

const variables = {
  master: 'MASTER_KEY',
  principal: 'PRINCIPAL_KEY',
  fingerprint: 'FINGERPRINT_KEY',
  cookie: 'COOKIE_KEY',
} as const;

export interface KeysOptions {
  /** Where keys that the environment does not give are kept, and made at first start. Without it none are made. */
  readonly dir?: string;
  /** `MASTER_KEY`, `PRINCIPAL_KEY`, `FINGERPRINT_KEY`, `COOKIE_KEY`, or the path of a file as `MASTER_KEY_FILE` ... */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Some key is missing or unreadable. The message names variables and files, never what they hold. */
export class KeysError extends Error {
  override readonly name = 'KeysError';
}

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;

/** @param text in hexadecimal, base64 or base64url */
function decode(text: string, source: string): Buffer {
  const trimmed = text.trim();
  if (/^[0-9a-f]{64}$/i.test(trimmed)) return Buffer.from(trimmed, 'hex');
  if (/^[\w+/-]{43}=?$/.test(trimmed)) return Buffer.from(trimmed, 'base64');
  throw new KeysError(`${source} must hold 32 random bytes in base64 (openssl rand -base64 32)`);
}

function readKeyFile(path: string, source: string): Buffer {
  try {
    return decode(readFileSync(path, 'utf8'), source);
  } catch (error) {
    if (error instanceof KeysError) throw error;
    throw new KeysError(`${source} can't be read`, { cause: error });
  }
}

function fromEnvironment(variable: string, env: KeysOptions['env']): Buffer | undefined {
  const text = env[variable];
  const file = env[`${variable}_FILE`];
  if (text && file) throw new KeysError(`${variable} and ${variable}_FILE are both set`);
  if (text) return decode(text, variable);
  return file ? readKeyFile(file, `the file named by ${variable}_FILE`) : undefined;
}

/** Makes a key file that appears whole or not at all; of two processes that start at once, the first makes it. */
function makeKeyFile(path: string): void {
  const fresh = `${path}.${randomBytes(8).toString('hex')}`;
  writeFileSync(fresh, `${randomBytes(KEY_BYTES).toString('base64')}\n`, { mode: 0o600, flag: 'wx', flush: true });
  try {
    linkSync(fresh, path);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  } finally {
    rmSync(fresh);
  }
}

function fromDirectory(name: string, dir: string): Buffer {
  const path = join(dir, `${name}.key`);
  if (!existsSync(path)) {
    const isFirstStart = !existsSync(dir) || readdirSync(dir).length === 0;
    // A new master key beside old ones would turn all that was sealed to waste without a word.
    if (name === 'master' && !isFirstStart) throw new KeysError(`${path} is missing: restore it, or give MASTER_KEY`);
    try {
      mkdirSync(dir, { recursive: true, mode: 0o700 });
      makeKeyFile(path);
    } catch (error) {
      throw new KeysError(`${path} can't be made: its directory must belong to this user`, { cause: error });
    }
  }
  return readKeyFile(path, path);
}

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
      const key = fromEnvironment(variables[name], env) ?? (dir === undefined ? undefined : fromDirectory(name, dir));
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
    principal: load('principal'),
    fingerprint: load('fingerprint'),
    cookie: load('cookie'),
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
