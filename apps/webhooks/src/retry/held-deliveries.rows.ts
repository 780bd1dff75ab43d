import type { EntityManager } from 'typeorm';

/**
 * Holds the pending and waiting deliveries of a paused subscription, up to a number.
 *
 * @returns how many were held; none when it is not paused (any more)
 */
export async function holdDeliveries(tx: EntityManager, subscriptionId: string, countMax?: number): Promise<number> {
  const [, held] = await tx.query<[unknown[], number]>(
    `UPDATE deliveries SET state = 'held', retry_at = NULL
     FROM (
       SELECT deliveries.id, recorded_at FROM deliveries JOIN subscriptions ON subscriptions.id = subscription_id
       WHERE subscription_id = $1 AND state IN ('pending', 'waiting') AND resend_of IS NULL AND paused
       LIMIT $2
     ) AS ended
     WHERE deliveries.id = ended.id AND deliveries.recorded_at = ended.recorded_at AND state IN ('pending', 'waiting')`,
    [subscriptionId, countMax ?? null],
  );
  return held;
}

/**
 * Makes everything that a subscription in strict order did not deliver pending again, with all retries ahead: it goes
 * on at the gap. Its row is locked.
 */
export async function takeUpDeliveries(tx: EntityManager, subscriptionId: string): Promise<void> {
  await tx.query(
    `UPDATE deliveries SET state = 'pending', retry_at = NULL, tries = 0
     WHERE subscription_id = $1 AND state IN ('held', 'waiting') AND resend_of IS NULL`,
    [subscriptionId],
  );
}
