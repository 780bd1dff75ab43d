import type { EntityManager } from 'typeorm';

/** Lets the subscriptions and events of an account count as created at a moment, or earlier. */
export async function beginClock(tx: EntityManager, accountId: string, at: Date): Promise<void> {
  await tx.query('UPDATE subscriptions SET created_at = least(created_at, $2) WHERE account_id = $1', [accountId, at]);
  await tx.query('UPDATE public_events SET created_at = $2 WHERE account_id = $1 AND created_at > $2', [accountId, at]);
}
