import type { EntityManager } from 'typeorm';

/**
 * Locks the deliveries that a transaction is about to change, in the order of their ids: so does everyone who changes
 * several and waits for them, and no two deadlock. To be called under the lock of the subscription, if it has one.
 *
 * @param which a condition
 */
export async function lockDeliveries(tx: EntityManager, which: string, values: readonly unknown[]): Promise<void> {
  await tx.query(`SELECT count(*) FROM (SELECT FROM deliveries WHERE ${which} ORDER BY id FOR UPDATE) AS locked`, [
    ...values,
  ]);
}
