import { type EntityManager, In } from 'typeorm';
import { Account } from './account.entity.js';

/** @returns the name of an account by its id; empty text for an id of no account */
export async function accountNames(manager: EntityManager, ids: readonly string[]): Promise<(id: string) => string> {
  const accounts = await manager.find(Account, { where: { id: In(ids) }, select: { id: true, name: true } });
  const names = new Map(accounts.map(({ id, name }) => [id, name]));
  return (id) => names.get(id) ?? '';
}
