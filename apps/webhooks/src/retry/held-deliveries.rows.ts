import type { EntityManager } from 'typeorm';
import { lockDeliveries } from '../event/delivery-locks.rows.js';

/** The deliveries that a pause holds: all unsent ones except resends. */
const UNSENT = `subscription_id = $1 AND state IN ('pending', 'waiting') AND resend_of IS NULL`;

/** Holds the pending and waiting deliveries of a paused subscription, whose row is locked. */
export async function holdDeliveries(tx: EntityManager, subscriptionId: string): Promise<void> {
  await lockDeliveries(tx, UNSENT, [subscriptionId]);
  await tx.query(`UPDATE deliveries SET state = 'held', retry_at = NULL WHERE ${UNSENT}`, [subscriptionId]);
}

/** Holds up to `countMax` deliveries that nobody has locked, provided that the subscription is still paused. */
export async function holdFreeDeliveries(
  tx: EntityManager,
  subscriptionId: string,
  countMax: number,
): Promise<{ held: number; isAnyLeft: boolean }> {
  const ended = `
    SELECT deliveries.id, recorded_at FROM deliveries JOIN subscriptions ON subscriptions.id = subscription_id
    WHERE ${UNSENT} AND paused`;
  const [, held] = await tx.query<[unknown[], number]>(
    `UPDATE deliveries SET state = 'held', retry_at = NULL
     FROM (${ended} LIMIT $2 FOR UPDATE OF deliveries SKIP LOCKED) AS ended
     WHERE deliveries.id = ended.id AND deliveries.recorded_at = ended.recorded_at`,
    [subscriptionId, countMax],
  );
  const left = await tx.query<unknown[]>(`${ended} LIMIT 1`, [subscriptionId]);
  return { held, isAnyLeft: left.length > 0 };
}

/**
 * Makes the undelivered deliveries of a subscription pending again, each with all its retries, so that strict order
 * goes on at the first of them. The subscription's row is locked.
 */
export async function resumeDeliveries(tx: EntityManager, subscriptionId: string, dueAt: Date): Promise<void> {
  const missed = `subscription_id = $1 AND state IN ('held', 'waiting') AND resend_of IS NULL`;
  await lockDeliveries(tx, missed, [subscriptionId]);
  await tx.query(`UPDATE deliveries SET state = 'pending', retry_at = NULL, due_at = $2, tries = 0 WHERE ${missed}`, [
    subscriptionId,
    dueAt,
  ]);
}
