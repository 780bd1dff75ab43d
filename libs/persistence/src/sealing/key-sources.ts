import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { makeFolder } from '../make-folder.js';

export const KEY_BYTES = 32;

/** Prefix of the files of services' own keys: no stored data depends on those. */
export const IDENTITY_PREFIX = 'identity-';

export interface KeysOptions {
  /** For keys that the environment does not give. They are made there at the first start; without a folder none are. */
  readonly dir?: string;
  /** `MASTER_KEY`, or the path of a file as `MASTER_KEY_FILE`, and so on. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** A key is missing, unreadable or wrong. The message names variables and files, never their content. */
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

function readFile(path: string, source: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new KeysError(`${source} can't be read`, { cause: error });
  }
}

/** The value of a variable, or the content of the file named by that variable with `_FILE`. */
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

export function existingKey(name: string, dir: string): Buffer | undefined {
  const path = join(dir, `${name}.key`);
  return existsSync(path) ? decode(readFile(path, path), path) : undefined;
}

/** The file is made if it is missing. */
export function keyFromDirectory(name: string, dir: string): Buffer {
  const path = join(dir, `${name}.key`);
  if (!existsSync(path)) {
    const isFirstStart = !existsSync(dir) || readdirSync(dir).every((file) => file.startsWith(IDENTITY_PREFIX));
    // A new master key beside old ones would silently make everything that was sealed useless.
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
