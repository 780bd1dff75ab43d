import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { exits, CommandFailure } from '../failure.js';

const profile = z.object({
  baseUrl: z.url(),
  accountId: z.string().min(1),
  key: z.string().min(1),
  secret: z.string().min(1),
  /** Certificate of the authority to trust, PEM. */
  caFile: z.string().optional(),
});

/** The address of a suite, and the credentials for it: the content of `.data/demo.json`. */
export type Profile = z.infer<typeof profile>;

export type Environment = Readonly<Record<string, string | undefined>>;

const NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;

/** A folder of the user's, by the XDG Base Directory Specification. */
const userFolder = (env: Environment, variable: string, ...usual: string[]): string =>
  join(env[variable] ?? join(env['HOME'] ?? '.', ...usual), 'halyard');

/** A file in which something of an account is stored across runs. */
export const stateFileOf = (env: Environment, accountId: string, what: 'cursor' | 'secret'): string =>
  join(userFolder(env, 'XDG_STATE_HOME', '.local', 'state'), `${accountId.replaceAll(/[^\w-]/g, '_')}.${what}`);

/**
 * The file of a profile: the one with that name in the user's settings, else the demo account of the suite started in
 * this folder.
 *
 * @throws CommandFailure for an invalid name
 */
export function profileFile(name: string | undefined, env: Environment): string {
  if (name === undefined) return join(env['DATA_DIR'] ?? '.data', 'demo.json');
  if (!NAME.test(name))
    throw new CommandFailure(`"${name}" can't be a profile's name: letters, digits, - and _ only`, exits.usage);
  return join(userFolder(env, 'XDG_CONFIG_HOME', '.config'), 'profiles', `${name}.json`);
}

/** @throws CommandFailure that names the file, or its invalid fields, and never their content */
export async function readProfile(file: string): Promise<Profile> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch {
    throw new CommandFailure(`${file} can't be read. Start a suite here (npm start), or name a profile (--profile).`);
  }
  const { data, error } = profile.safeParse(jsonOf(text));
  if (data) return data;
  const fields = [...new Set(error.issues.map(({ path }) => path.join('.') || 'JSON'))].join(', ');
  throw new CommandFailure(`${file} is not a valid profile: ${fields}`);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
