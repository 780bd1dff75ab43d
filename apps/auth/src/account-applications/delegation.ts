import { type ApplicationPrincipal, covers, type Permissions, type Scope } from '@halyard/contracts';
import { DomainError } from '@halyard/core';

export interface GrantedAccess {
  readonly scopes: readonly Scope[];
  readonly permissions: Permissions;
}

/**
 * Checks that an application passes on no more than its token allows. Otherwise an application that may only manage
 * applications could make one that sends money, or take over one that does. Owners pass on everything but the scope
 * `operator`, which belongs to the installation.
 *
 * @throws DomainError Forbidden
 */
export function requireCovered(principal: ApplicationPrincipal, granted: GrantedAccess): void {
  if (isOperatorsAlone(granted, principal)) {
    const message = 'Only who has the scope operator changes an application that has it, or its secrets.';
    throw new DomainError('Forbidden', { message });
  }
  const { userId, scopes, may } = principal;
  if (userId !== undefined) return;
  const missing = granted.scopes.find((scope) => !scopes.includes(scope));
  if (missing === undefined && covers(may, granted.permissions)) return;
  const lacks = missing === undefined ? `the permissions ${granted.permissions}` : `the scope ${missing}`;
  const message = `An application passes on no more than it has: this token lacks ${lacks}.`;
  throw new DomainError('Forbidden', { message });
}

export const isOperatorsAlone = ({ scopes }: Pick<GrantedAccess, 'scopes'>, caller: ApplicationPrincipal): boolean =>
  scopes.includes('operator') && !caller.scopes.includes('operator');
