import { invitedRoles, type PersonRole } from '@halyard/contracts/people';

/** Whether a person loses something by a change of role. An operator only reads in its account, as a viewer does. */
export function isTakenDown(from: PersonRole, to: PersonRole): boolean {
  if (from === to) return false;
  if (from === 'operator') return true;
  if (to === 'operator') return from !== 'viewer';
  return invitedRoles.indexOf(to) < invitedRoles.indexOf(from);
}
