import type { EntityManager } from 'typeorm';

/** Drops what is still to be sent; everything else goes with its partition. */
export async function dropPendingDeliveries(tx: EntityManager, subscriptionId: string): Promise<void> {
  await tx.query(`DELETE FROM deliveries WHERE subscription_id = $1 AND state IN ('pending', 'waiting')`, [
    subscriptionId,
  ]);
}
