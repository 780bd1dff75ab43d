import { ArrayContains, type EntityManager } from 'typeorm';
import { Application } from './application.entity.js';

/** Whether the account is the installation's own: its application has the scope `operator` (ADR 8). */
export const isOperating = (manager: EntityManager, accountId: string): Promise<boolean> =>
  manager.existsBy(Application, { accountId, scopes: ArrayContains(['operator']) });

/** Returns the id of the installation's own account; none before the first account is opened. */
export async function operatingAccounts(manager: EntityManager): Promise<ReadonlySet<string>> {
  const found = await manager.find(Application, {
    select: { accountId: true },
    where: { scopes: ArrayContains(['operator']) },
  });
  return new Set(found.map(({ accountId }) => accountId));
}
