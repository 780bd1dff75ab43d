import { covers, neededFor } from '../callers/permissions.js';
import type { ApplicationPrincipal } from '../callers/principal.js';
import type { Route } from './route.js';

type CalledRoute = Pick<Route, 'access' | 'category' | 'people'>;
type Caller = Pick<ApplicationPrincipal, 'scopes' | 'may' | 'userId' | 'isFirstParty'>;

/** The property of a token that keeps a route shut: whom it stands for, its scopes, or its permissions. */
export type Obstacle = 'audience' | 'scope' | 'permissions';

/** Operators call their routes through first-party applications. */
function isForCaller({ access, people }: CalledRoute, { userId, isFirstParty }: Caller): boolean {
  const audience = access === 'operator' ? 'first-party' : people;
  return userId === undefined || audience === undefined || (audience === 'first-party' && isFirstParty === true);
}

const hasScope = ({ access }: CalledRoute, { scopes }: Caller): boolean =>
  access === 'token' || access === 'anyone' || access === 'linking' || scopes.includes(access);

/** Permissions don't limit the scope of operators. */
const hasPermissions = ({ access, category }: CalledRoute, { may }: Caller): boolean =>
  access === 'operator' || covers(may, neededFor[category]);

/**
 * Decides everything that a token may do: checks its owner, scopes and permissions against the row of the route. Owners
 * of routes only look at the resource. Auth checks whether a person is an owner of the account.
 *
 * @returns the first obstacle that keeps the route shut; undefined if the token opens the route
 */
export function obstacleTo(route: CalledRoute, caller: Caller): Obstacle | undefined {
  if (!isForCaller(route, caller)) return 'audience';
  if (!hasScope(route, caller)) return 'scope';
  return hasPermissions(route, caller) ? undefined : 'permissions';
}

/** Whether a token opens a route. */
export const isOpenTo = (route: CalledRoute, caller: Caller): boolean => obstacleTo(route, caller) === undefined;
