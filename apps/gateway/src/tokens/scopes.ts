import { type ApplicationPrincipal, neededFor, obstacleTo, type Route, type Scope, scopes } from '@halyard/contracts';
import { DomainError } from '@halyard/core';

const known: ReadonlySet<string> = new Set(scopes);
const isScope = (text: string): text is Scope => known.has(text);

/** Older clients write other cases, and `|` between scopes (reference facts, 14.3). Unknown scopes are ignored. */
export const readScopes = (text: string): readonly Scope[] =>
  text
    .toLowerCase()
    .split(/[\s|]+/)
    .filter(isScope);

/** @throws DomainError InvalidScopes, naming the scope that the route needs; Forbidden, naming its category */
export function requireAccess(route: Route, caller: ApplicationPrincipal): void {
  const { access, category } = route;
  switch (obstacleTo(route, caller)) {
    case undefined:
      return;
    case 'audience':
      throw new DomainError('Forbidden', {
        message: 'This is the application’s own: it needs a token of the application, not one of a person.',
      });
    case 'scope':
      throw new DomainError('InvalidScopes', {
        message: `The token lacks the scope ${access}, which this request needs.`,
      });
    case 'permissions':
      throw new DomainError('Forbidden', {
        message: `This request ${category}, for which the token needs the permissions ${neededFor[category]}. It has ${caller.may}.`,
      });
  }
}
