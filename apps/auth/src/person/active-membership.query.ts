import { queryPrepared } from '@halyard/persistence';
import type { DataSource } from 'typeorm';
import type { Membership } from './membership.entity.js';

const READ_ACTIVE = {
  name: 'read-active-membership',
  text: `SELECT role FROM memberships
         JOIN people ON people.id = person_id
         JOIN accounts ON accounts.id = account_id
         WHERE person_id = $1 AND account_id = $2 AND people.suspended_at IS NULL AND accounts.suspended_at IS NULL`,
};

/** Returns undefined also if the person or the account is suspended. */
export async function activeMembership(
  dataSource: DataSource,
  personId: string,
  accountId: string,
): Promise<Pick<Membership, 'role'> | undefined> {
  const [membership] = await queryPrepared<Pick<Membership, 'role'>>(dataSource, READ_ACTIVE, [personId, accountId]);
  return membership;
}
