import type { EntityManager } from 'typeorm';

/** Lets an account and its applications count as created at a moment, or earlier. */
export async function beginClock(tx: EntityManager, accountId: string, at: Date): Promise<void> {
  await tx.query('UPDATE accounts SET created_at = least(created_at, $2) WHERE id = $1', [accountId, at]);
  await tx.query('UPDATE applications SET created_at = least(created_at, $2) WHERE account_id = $1', [accountId, at]);
}
