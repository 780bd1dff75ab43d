import type { EntityManager } from 'typeorm';

/**
 * Locks the deliveries that a transaction is about to change, in the order of their ids. All code that waits for the
 * locks of several deliveries uses this order, so that two transactions can't deadlock. A caller that also locks the
 * subscription locks it first.
 * @param which a condition in SQL
 */
export async function lockDeliveries(tx: EntityManager, which: string, values: readonly unknown[]): Promise<void> {
  await tx.query(`SELECT count(*) FROM (SELECT FROM deliveries WHERE ${which} ORDER BY id FOR UPDATE) AS locked`, [
    ...values,
  ]);
}
