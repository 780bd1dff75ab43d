import { party } from '@halyard/facts';
import type { EntityManager } from 'typeorm';

/**
 * Locks owners until the commit, whatever their state, so that none of them gets another bank in the meantime. The
 * order is always the same, so that two callers can't deadlock. Call it before the funding sources are locked, as
 * `lockActive` is.
 */
export async function lockOwners(tx: EntityManager, ids: Iterable<string>): Promise<void> {
  const sql = 'SELECT FROM facts WHERE kind = $1 AND id = ANY($2::uuid[]) ORDER BY id FOR UPDATE';
  await tx.query(sql, [party.name, [...new Set(ids)]]);
}
