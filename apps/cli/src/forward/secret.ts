import { randomBytes } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { makeFolder } from '@halyard/persistence/make-folder';
import type { Api } from '../api/api.js';
import type { Context } from '../context.js';
import { CommandFailure } from '../failure.js';
import { stateFileOf } from '../profile/profile.js';

/**
 * The secret that signs forwarded events: the given one, that of the environment, or one made once. A given or made one is
 * stored for the account, beside its cursor, so that whatever is forwarded later is signed with the same.
 *
 * @throws CommandFailure for a file without a secret
 */
export async function secretOf(
  { env, note }: Context,
  { profile }: Api,
  { secret }: { readonly secret?: string },
): Promise<string> {
  const file = stateFileOf(env, profile.accountId, 'secret');
  if (secret !== undefined) {
    await withDraft(file, secret, (draft) => rename(draft, file));
    return secret;
  }
  const fromEnvironment = env['HALYARD_WEBHOOK_SECRET'];
  if (fromEnvironment !== undefined && fromEnvironment !== '') return fromEnvironment;
  const isMade = await withDraft(file, randomBytes(24).toString('base64url'), (draft) => isLinked(draft, file));
  const stored = (await readFile(file, 'utf8')).replace(/\n$/, '');
  if (stored === '') throw new CommandFailure(`${file} holds no secret: delete it to have one made`);
  note(`signing with the secret ${stored} (${isMade ? 'stored in' : 'as before, from'} ${file})`);
  return stored;
}

/** Writes what only the user may read, and passes it on whole. */
async function withDraft<Result>(
  file: string,
  secret: string,
  use: (draft: string) => Promise<Result>,
): Promise<Result> {
  makeFolder(dirname(resolve(file)));
  const draft = join(dirname(file), `.${process.pid}-${randomBytes(6).toString('hex')}`);
  await writeFile(draft, `${secret}\n`, { mode: 0o600, flag: 'wx' });
  try {
    return await use(draft);
  } finally {
    await rm(draft, { force: true });
  }
}

/** Of two that start at once, one stores its secret, and both have that. */
async function isLinked(draft: string, file: string): Promise<boolean> {
  try {
    await link(draft, file);
    return true;
  } catch (error) {
    if (typeof error === 'object' && error !== null && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}
