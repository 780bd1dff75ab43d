import type { EntityManager } from 'typeorm';

/**
 * Locks the deliveries that a transaction is about to change, in the order of their ids. All code that changes several
 * and waits for them does the same, so that no two deadlock. If the caller locks the subscription, it does so first.
 * @param which a condition
 */
export async function lockDeliveries(tx: EntityManager, which: string, values: readonly unknown[]): Promise<void> {
  await tx.query(`SELECT count(*) FROM (SELECT FROM deliveries WHERE ${which} ORDER BY id FOR UPDATE) AS locked`, [
    ...values,
  ]);
}
