import type { EntityManager } from 'typeorm';
import { lockDeliveries } from '../../event/delivery-locks.rows.js';

/** Deletes unsent deliveries, and the gaps in the numbers. All other deliveries expire with their partition. */
export async function dropPendingDeliveries(tx: EntityManager, subscriptionId: string): Promise<void> {
  const unsent = `subscription_id = $1 AND state IN ('pending', 'waiting')`;
  await lockDeliveries(tx, unsent, [subscriptionId]);
  await tx.query(`DELETE FROM deliveries WHERE ${unsent}`, [subscriptionId]);
  await tx.query(`DELETE FROM restarted_numbers WHERE kind = 'deliveries' AND owner_id = $1`, [subscriptionId]);
}
