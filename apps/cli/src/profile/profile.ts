import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { commandName } from '../command-name.js';
import { CommandFailure, exits, wrongUsage } from '../exit-codes.js';

export interface ApplicationCredentials {
  readonly key: string;
  readonly secret: string;
}

/** The result of a person's log-in: an access token until it expires, and a refresh token that gives the next one. */
export interface PersonCredentials {
  readonly clientId: string;
  readonly accessToken: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  readonly refreshToken: string;
}

/** The address of a suite, and the credentials for it. `.data/demo.json` has the same content. */
export interface Profile {
  readonly file: string;
  readonly baseUrl: string;
  /** Tokens come from this address. */
  readonly authUrl: string;
  readonly accountId: string;
  /** Certificate of the authority to trust, PEM. */
  readonly caFile?: string;
  readonly credentials: ApplicationCredentials | PersonCredentials;
}

export type Env = Readonly<Record<string, string | undefined>>;

const NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;
const DEFAULT_NAME = 'default';

/** A folder of the user's, by the XDG Base Directory Specification. */
const userFolder = (env: Env, variable: string, ...usual: string[]): string =>
  join(env[variable] ?? join(env['HOME'] ?? '.', ...usual), 'halyard');

/** A file or folder that stores something of an account across runs. */
export const stateFileOf = (env: Env, accountId: string, what: 'cursor' | 'secret' | 'resends'): string =>
  join(userFolder(env, 'XDG_STATE_HOME', '.local', 'state'), `${accountId.replaceAll(/[^\w-]/g, '_')}.${what}`);

/** The demo account of the suite that was started in this folder. */
export const demoFileOf = (env: Env): string => join(env['DATA_DIR'] ?? '.data', 'demo.json');

/** @throws CommandFailure if the name is invalid */
export function profileFile(name: string | undefined, env: Env): { readonly name: string; readonly file: string } {
  const chosen = name ?? env['HALYARD_PROFILE'] ?? DEFAULT_NAME;
  if (!NAME.test(chosen)) throw wrongUsage(`"${chosen}" can't be a profile's name: letters, digits, - and _ only`);
  return { name: chosen, file: join(userFolder(env, 'XDG_CONFIG_HOME', '.config'), 'profiles', `${chosen}.json`) };
}

/**
 * Finds the profile of a command, by the first of these that is there: the file that the command names, the profile
 * that the command or the environment names, the profile that `halyard login` made, the demo account of the suite that
 * was started in this folder.
 *
 * @throws CommandFailure that says how to log in, or names the file and its invalid fields, and never their content
 */
export async function findProfile(
  { profile, connection }: { readonly profile?: string; readonly connection?: string },
  env: Env,
): Promise<Profile> {
  if (connection !== undefined) return (await readProfile(connection)) ?? missing(connection, env);
  const { name, file } = profileFile(profile, env);
  const found = await readProfile(file);
  if (found) return found;
  if (name !== DEFAULT_NAME) return missing(file, env);
  return (await readProfile(demoFileOf(env))) ?? missing(demoFileOf(env), env);
}

function missing(file: string, env: Env): never {
  throw new CommandFailure(
    `${file} can't be read. Log in (${commandName(env)} login), or start a suite here (npm start).`,
    exits.notLoggedIn,
  );
}

/** @throws CommandFailure that names the file, or its invalid fields, and never their content */
export async function readProfile(file: string): Promise<Profile | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const fields = objectOf(text);
  if (!fields) throw new CommandFailure(`${file} is not a valid profile: JSON`);
  const invalid = new Set<string>();
  const textOf = (name: string): string => {
    const value = fields[name];
    if (typeof value === 'string' && value !== '') return value;
    invalid.add(name);
    return '';
  };
  const baseUrl = textOf('baseUrl');
  if (!URL.canParse(baseUrl)) invalid.add('baseUrl');
  const authUrl = 'authUrl' in fields ? textOf('authUrl') : baseUrl;
  const credentials =
    'refreshToken' in fields
      ? {
          clientId: textOf('clientId'),
          refreshToken: textOf('refreshToken'),
          accessToken: textOf('accessToken'),
          expiresAt: Number(fields['expiresAt']),
        }
      : { key: textOf('key'), secret: textOf('secret') };
  const accountId = textOf('accountId');
  const caFile = 'caFile' in fields ? { caFile: textOf('caFile') } : {};
  if (invalid.size > 0) throw new CommandFailure(`${file} is not a valid profile: ${[...invalid].sort().join(', ')}`);
  return { file, baseUrl, authUrl, accountId, ...caFile, credentials };
}

function objectOf(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

export const profileText = ({ baseUrl, authUrl, accountId, caFile, credentials }: Omit<Profile, 'file'>): string =>
  `${JSON.stringify({ baseUrl, authUrl, accountId, ...(caFile !== undefined && { caFile }), ...credentials }, undefined, 2)}\n`;
