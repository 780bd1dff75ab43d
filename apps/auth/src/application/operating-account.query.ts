import { ArrayContains, type EntityManager } from 'typeorm';
import { Application } from './application.entity.js';

/** Whether an account is the installation's own: the one with the application that has the scope `operator` (ADR 8). */
export const isOperating = (manager: EntityManager, accountId: string): Promise<boolean> =>
  manager.existsBy(Application, { accountId, scopes: ArrayContains(['operator']) });

/** The installation's own accounts: one, once the first account was opened. */
export async function operatingAccounts(manager: EntityManager): Promise<ReadonlySet<string>> {
  const found = await manager.find(Application, {
    select: { accountId: true },
    where: { scopes: ArrayContains(['operator']) },
  });
  return new Set(found.map(({ accountId }) => accountId));
}
