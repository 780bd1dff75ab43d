import type { EntityManager } from 'typeorm';

/** Lets the sources that an account itself owns count as created at a moment, or earlier. */
export async function beginClock(tx: EntityManager, accountId: string, at: Date): Promise<void> {
  await tx.query('UPDATE funding_sources SET created = least(created, $2) WHERE owner_id = $1', [accountId, at]);
}
