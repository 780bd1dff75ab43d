import { type ApplicationPrincipal, covers, type Permissions, type Scope } from '@halyard/contracts';
import { DomainError } from '@halyard/core';

/** What an application may do, or is to be allowed. */
export interface Granted {
  readonly scopes: readonly Scope[];
  readonly permissions: Permissions;
}

/**
 * An application passes on no more than its token may do: otherwise one that may only look after applications could make
 * one that sends money, or take over one that does. Owners pass on everything but the scope `operator`, which is not the
 * account's but the installation's.
 *
 * @throws DomainError Forbidden
 */
export function requireCovered(principal: ApplicationPrincipal, granted: Granted): void {
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

/** Whether it operates the installation, and the caller does not. */
export const isOperatorsAlone = ({ scopes }: Pick<Granted, 'scopes'>, caller: ApplicationPrincipal): boolean =>
  scopes.includes('operator') && !caller.scopes.includes('operator');
