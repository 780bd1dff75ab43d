import {
  type ApplicationPrincipal,
  hasPermissions,
  hasScope,
  neededFor,
  type Route,
  type Scope,
  scopes,
} from '@halyard/contracts';
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

/** @throws DomainError InvalidScopes, naming the scope that the route needs; Forbidden, naming its category */
export function requireAccess(route: Route, caller: ApplicationPrincipal): void {
  const { access, category } = route;
  if (!hasScope(route, caller)) {
    const message = `The token lacks the scope ${access}, which this request needs.`;
    throw new DomainError('InvalidScopes', { message });
  }
  if (caller.userId !== undefined && !isForPeople(route, caller)) {
    const message = 'This is the application’s own: it needs a token of the application, not one of a person.';
    throw new DomainError('Forbidden', { message });
  }
  if (hasPermissions(route, caller)) return;
  const message = `This request ${category}, for which the token needs the permissions ${neededFor[category]}. It has ${caller.may}.`;
  throw new DomainError('Forbidden', { message });
}

/** First segments of the paths under which an application finds what is its own. */
const ownPaths: ReadonlySet<string> = new Set([
  'webhook-subscriptions',
  'webhooks',
  'replays',
  'events',
  'requests',
  'idempotency-keys',
  'application-settings',
  'operations',
]);

/** People reach the routes of operators by an application of ours alone, and none that are about an application. */
function isForPeople({ path }: Route, { isFirstParty }: ApplicationPrincipal): boolean {
  const [, first = ''] = path.split('/', 2);
  return !ownPaths.has(first) || (first === 'operations' && isFirstParty === true);
}
