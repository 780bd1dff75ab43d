import { type ApplicationPrincipal, covers, neededFor, type Route, type Scope, scopes } from '@halyard/contracts';
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

/**
 * The one place that checks scope and category.
 *
 * @throws DomainError InvalidScopes, naming the scope that the route needs; Forbidden, naming its category
 */
export function requireAccess({ access, category }: Route, { scopes: granted, may }: ApplicationPrincipal): void {
  if (isScope(access) && !granted.includes(access)) {
    const message = `The token lacks the scope ${access}, which this request needs.`;
    throw new DomainError('InvalidScopes', { message });
  }
  const needed = neededFor[category];
  if (access === 'operator' || covers(may, needed)) return;
  const message = `This request ${category}, for which the token needs the permissions ${needed}. It has ${may}.`;
  throw new DomainError('Forbidden', { message });
}
