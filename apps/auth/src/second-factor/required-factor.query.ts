import type { EntityManager } from 'typeorm';

export async function requiresFactor(manager: EntityManager, personId: string): Promise<boolean> {
  const [{ required }] = await manager.query<[{ required: boolean }]>(
    `SELECT EXISTS (
       SELECT FROM memberships JOIN accounts ON accounts.id = account_id
       WHERE person_id = $1 AND requires_second_factor
     ) AS required`,
    [personId],
  );
  return required;
}
