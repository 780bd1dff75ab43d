import { balanceIdOf } from '@halyard/contracts/funding-sources';
import { fundingSource } from '@halyard/facts';
import type { EntityManager } from 'typeorm';

/**
 * Forgets when the balance of an account was created, because it counts as created at another moment. Its owner says so
 * when it is asked the next time.
 */
export async function beginClock(tx: EntityManager, accountId: string): Promise<void> {
  const values = [fundingSource.name, balanceIdOf(accountId)];
  await tx.query('UPDATE facts SET stale = true WHERE kind = $1 AND id = $2', values);
}
