import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { makeFolder } from '../make-folder.js';

export const KEY_BYTES = 32;

/** Prefix of the files with the keys of services' identities. No stored data depends on these keys. */
export const IDENTITY_PREFIX = 'identity-';

export interface KeysOptions {
  /**
   * The folder of the keys that the environment does not give. They are made at the first start. Without a folder, no
   * keys are made.
   */
  readonly dir?: string;
  /** The environment: it has `MASTER_KEY`, or `MASTER_KEY_FILE` with the path of a file, and the like. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether a missing key is a fault, instead of being made. */
  readonly isReadOnly?: boolean;
}

/** A key is missing, unreadable or wrong. The message names variables and files, never their content. */
export class KeysError extends Error {
  override readonly name = 'KeysError';
}

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;

/** @param text a key in hexadecimal, base64 or base64url */
function decode(text: string, source: string): Buffer {
  const trimmed = text.trim();
  if (/^[0-9a-f]{64}$/i.test(trimmed)) return Buffer.from(trimmed, 'hex');
  if (/^[\w+/-]{43}=?$/.test(trimmed)) return Buffer.from(trimmed, 'base64');
  throw new KeysError(`${source} must hold 32 random bytes in base64 (openssl rand -base64 32)`);
}

function readFile(path: string, source: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new KeysError(`${source} can't be read`, { cause: error });
  }
}

/** The value of a variable; if only the variable with `_FILE` is set, the content of the file that it names. */
export function textOf(variable: string, env: KeysOptions['env']): string | undefined {
  const text = env[variable];
  const file = env[`${variable}_FILE`];
  if (text && file) throw new KeysError(`${variable} and ${variable}_FILE are both set`);
  return file ? readFile(file, `the file named by ${variable}_FILE`) : text || undefined;
}

export function keyFromEnvironment(variable: string, env: KeysOptions['env']): Buffer | undefined {
  const text = textOf(variable, env);
  return text === undefined ? undefined : decode(text, env[variable] ? variable : `the file named by ${variable}_FILE`);
}

/** `MASTER_KEY` for `master`, and `CUSTOMERS_IDENTITY_KEY` for `identity-customers`. */
function variableOfKey(name: string): string {
  const words = name.startsWith(IDENTITY_PREFIX) ? `${name.slice(IDENTITY_PREFIX.length)}-identity` : name;
  return `${words.toUpperCase().replaceAll('-', '_')}_KEY`;
}

/** Makes a key file, which appears whole or not at all. If two processes start at once, the first one's file stays. */
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

export function existingKey(name: string, dir: string): Buffer | undefined {
  const path = join(dir, `${name}.key`);
  return existsSync(path) ? decode(readFile(path, path), path) : undefined;
}

/** Reads a key from its file, which is made if it is missing, unless nothing may be made. */
export function keyFromDirectory(name: string, dir: string, isReadOnly = false): Buffer {
  const path = join(dir, `${name}.key`);
  if (!existsSync(path)) {
    if (isReadOnly) throw new KeysError(`${path} is missing: restore it, or give ${variableOfKey(name)}`);
    const isFirstStart = !existsSync(dir) || readdirSync(dir).every((file) => file.startsWith(IDENTITY_PREFIX));
    // Without the old master key, everything that it has sealed would silently become unreadable, so no new one is
    // made.
    if (name === 'master' && !isFirstStart) throw new KeysError(`${path} is missing: restore it, or give MASTER_KEY`);
    try {
      makeFolder(resolve(dir));
      makeKeyFile(path);
    } catch (error) {
      throw new KeysError(`${path} can't be made: its directory must belong to this user`, { cause: error });
    }
  }
  return decode(readFile(path, path), path);
}
