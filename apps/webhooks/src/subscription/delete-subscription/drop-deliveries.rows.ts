import type { EntityManager } from 'typeorm';
import { lockDeliveries } from '../../event/delivery-locks.rows.js';

/** Deletes unsent deliveries. All others expire with their partition. */
export async function dropPendingDeliveries(tx: EntityManager, subscriptionId: string): Promise<void> {
  const unsent = `subscription_id = $1 AND state IN ('pending', 'waiting')`;
  await lockDeliveries(tx, unsent, [subscriptionId]);
  await tx.query(`DELETE FROM deliveries WHERE ${unsent}`, [subscriptionId]);
}
