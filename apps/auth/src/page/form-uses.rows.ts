import type { EntityManager } from 'typeorm';
import type { FormUse } from './form-use.entity.js';

export type FormClaim = Pick<FormUse, 'key' | 'browserHash' | 'claimedAt' | 'expiresAt'>;

/** @returns whether this request has the claim now: the key was free, or its last claim is older than `abandonedAt` */
export async function claimed(manager: EntityManager, claim: FormClaim, abandonedAt: Date): Promise<boolean> {
  const { key, browserHash, claimedAt, expiresAt } = claim;
  const rows = await manager.query<unknown[]>(
    `INSERT INTO form_uses (key, browser_hash, claimed_at, expires_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (key) DO UPDATE SET browser_hash = $2, claimed_at = $3, expires_at = $4
     WHERE form_uses.done_at IS NULL AND form_uses.claimed_at < $5
     RETURNING key`,
    [key, browserHash, claimedAt, expiresAt, abandonedAt],
  );
  return rows.length > 0;
}
