import { randomBytes } from 'node:crypto';
import { link, readFile } from 'node:fs/promises';
import type { Api } from '../api/api.js';
import type { Context } from '../context.js';
import { CommandFailure } from '../exit-codes.js';
import { isThere, withDraft, writePrivate } from '../private-file.js';
import { stateFileOf } from '../profile/profile.js';

/**
 * The secret that signs forwarded events: the given one, the environment's, or one made once. A secret that is given or
 * made is stored for the account, beside its cursor, so that later events are signed with the same secret.
 *
 * @throws CommandFailure if the file has no secret
 */
export async function secretOf(
  { env, note }: Context,
  { profile }: Api,
  { secret }: { readonly secret?: string },
): Promise<string> {
  const file = stateFileOf(env, profile.accountId, 'secret');
  if (secret !== undefined) {
    await writePrivate(file, `${secret}\n`);
    return secret;
  }
  const fromEnvironment = env['HALYARD_WEBHOOK_SECRET'];
  if (fromEnvironment !== undefined && fromEnvironment !== '') return fromEnvironment;
  const isMade = await withDraft(file, `${randomBytes(24).toString('base64url')}\n`, (draft) => isLinked(draft, file));
  const stored = (await readFile(file, 'utf8')).replace(/\n$/, '');
  if (stored === '') throw new CommandFailure(`${file} holds no secret: delete it to have one made`);
  note(`signing with the secret ${stored} (${isMade ? 'stored in' : 'as before, from'} ${file})`);
  return stored;
}

/** If two commands start at once, one stores its secret, and both use it. */
async function isLinked(draft: string, file: string): Promise<boolean> {
  try {
    await link(draft, file);
    return true;
  } catch (error) {
    if (isThere(error)) return false;
    throw error;
  }
}
