import type { Permissions } from '@halyard/contracts';
import { permissionsOf } from '@halyard/contracts/people';
import type { ActiveApplication } from '../application/active-applications.query.js';
import type { Membership } from '../person/membership.entity.js';

export interface PersonGrant {
  readonly scopes: readonly string[];
  readonly may: Permissions;
}

/**
 * In first-party applications each person has its own role; only owners let other applications act.
 *
 * @returns undefined if the person may not let the application act for the account
 */
export function grantTo(
  { role }: Pick<Membership, 'role'>,
  { kind, permissions }: Pick<ActiveApplication, 'kind' | 'permissions'>,
  scopes: readonly string[],
): PersonGrant | undefined {
  if (kind !== 'first-party') return role === 'owner' ? { scopes, may: permissions } : undefined;
  return { scopes: role === 'operator' ? [...scopes, 'operator'] : scopes, may: permissionsOf[role] };
}
