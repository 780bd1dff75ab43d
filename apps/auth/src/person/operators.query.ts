import type { PersonRole } from '@halyard/contracts/people';
import type { EntityManager } from 'typeorm';

export async function hasOtherOperator(manager: EntityManager, accountId: string, personId: string): Promise<boolean> {
  const [{ hasOther }] = await manager.query<[{ hasOther: boolean }]>(
    `SELECT EXISTS (
       SELECT FROM memberships JOIN people ON people.id = person_id
       WHERE account_id = $1 AND role = 'operator' AND person_id <> $2 AND suspended_at IS NULL
     ) AS "hasOther"`,
    [accountId, personId],
  );
  return hasOther;
}

/** The roles of people in the installation's own account (ADR 8), by the people's ids. */
export async function rolesInOperatingAccount(
  manager: EntityManager,
  personIds: readonly string[],
): Promise<ReadonlyMap<string, { readonly accountId: string; readonly role: PersonRole }>> {
  const rows = await manager.query<{ personId: string; accountId: string; role: PersonRole }[]>(
    `SELECT person_id AS "personId", account_id AS "accountId", role FROM memberships
     WHERE person_id = ANY($1) AND account_id IN (SELECT account_id FROM applications WHERE 'operator' = ANY(scopes))`,
    [personIds],
  );
  return new Map(rows.map(({ personId, ...membership }) => [personId, membership]));
}
