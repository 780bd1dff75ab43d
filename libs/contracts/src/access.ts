import { covers, neededFor } from './permissions.js';
import type { ApplicationPrincipal } from './principal.js';
import type { Route } from './public-api/route.js';

type Called = Pick<Route, 'access' | 'category' | 'people'>;
type Caller = Pick<ApplicationPrincipal, 'scopes' | 'may' | 'userId' | 'isFirstParty'>;

/** What of a token keeps a route shut: whom it stands for, its scopes, or its permissions. */
export type Obstacle = 'audience' | 'scope' | 'permissions';

/** Operators use applications of ours. */
function isForCaller({ access, people }: Called, { userId, isFirstParty }: Caller): boolean {
  const audience = access === 'operator' ? 'first-party' : people;
  return userId === undefined || audience === undefined || (audience === 'first-party' && isFirstParty === true);
}

const hasScope = ({ access }: Called, { scopes }: Caller): boolean =>
  access === 'token' || access === 'anyone' || access === 'linking' || scopes.includes(access);

/** The scope of operators is beyond permissions. */
const hasPermissions = ({ access, category }: Called, { may }: Caller): boolean =>
  access === 'operator' || covers(may, neededFor[category]);

/**
 * All that decides what a token may: its owner, scopes and permissions against the row of the route. Owners of routes
 * look at the resource alone, and auth whether a person is an owner of the account.
 *
 * @returns the first thing that keeps the route shut; undefined for a route that the token opens
 */
export function obstacleTo(route: Called, caller: Caller): Obstacle | undefined {
  if (!isForCaller(route, caller)) return 'audience';
  if (!hasScope(route, caller)) return 'scope';
  return hasPermissions(route, caller) ? undefined : 'permissions';
}

/** Whether a token opens a route. */
export const isOpenTo = (route: Called, caller: Caller): boolean => obstacleTo(route, caller) === undefined;
