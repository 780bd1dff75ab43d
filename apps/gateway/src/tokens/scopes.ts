import { type Access, type ApplicationPrincipal, type Scope, scopes } from '@halyard/contracts';
import { DomainError } from '@halyard/core';

const known: ReadonlySet<string> = new Set(scopes);
const isScope = (text: string): text is Scope => known.has(text);

/**
 * Older clients write scopes in other cases and separate them by `|` (reference facts, 14.3). Unknown scopes are
 * ignored.
 */
export const readScopes = (text: string): readonly Scope[] =>
  text
    .toLowerCase()
    .split(/[\s|]+/)
    .filter(isScope);

/** @throws DomainError InvalidScopes, naming the scope that the route needs */
export function requireAccess(access: Access, { scopes: granted }: ApplicationPrincipal): void {
  if (!isScope(access) || granted.includes(access)) return;
  throw new DomainError('InvalidScopes', {
    message: `The token lacks the scope ${access}, which this request needs.`,
  });
}
