import { randomBytes } from 'node:crypto';
import type { Context } from '../context.js';

/** The secret that signs what is forwarded: the one that is given, or one for this run, which is told. */
export function secretOf({ env, note }: Context, { secret }: { readonly secret?: string }): string {
  const given = secret ?? env['HALYARD_WEBHOOK_SECRET'];
  if (given !== undefined) return given;
  const made = randomBytes(24).toString('base64url');
  note(`signed with the secret ${made} (--secret or HALYARD_WEBHOOK_SECRET for one of your own)`);
  return made;
}
