import { capabilities } from '@halyard/contracts/parties';
import { party } from '@halyard/facts';
import type { EntityManager } from 'typeorm';

const inactive = Object.entries(capabilities).flatMap(([status, { banks }]) => (banks ? [] : status));

const END = `
  UPDATE linking_sessions AS session SET expires_at = $1, version = session.version + 1
  FROM facts AS owner
  WHERE session.owner_id = ANY($2::uuid[]) AND session.expires_at > $1
    AND owner.kind = $3 AND owner.id = session.owner_id AND owner.fact ->> 'status' = ANY($4::text[])`;

/**
 * Ends the open linking sessions of parties that may have no banks. Decides by the newest facts, since an older fact
 * may be heard again after a session has begun. A login that is under way then finds that the session has changed, and
 * ends without a result.
 *
 * @param at system time
 */
export async function endSessions(tx: EntityManager, partyIds: readonly string[], at: Date): Promise<void> {
  if (partyIds.length === 0) return;
  await tx.query(END, [at, partyIds, party.name, inactive]);
}
