import { randomBytes } from 'node:crypto';
import type { Context } from '../context.js';

/** The secret that signs forwarded events: the given one, or one made for this run, which is printed. */
export function secretOf({ env, note }: Context, { secret }: { readonly secret?: string }): string {
  const given = secret ?? env['HALYARD_WEBHOOK_SECRET'];
  if (given !== undefined) return given;
  const made = randomBytes(24).toString('base64url');
  note(`signing with the secret ${made} (set --secret or HALYARD_WEBHOOK_SECRET to use your own)`);
  return made;
}
