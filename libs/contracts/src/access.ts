import { covers, neededFor } from './permissions.js';
import type { ApplicationPrincipal } from './principal.js';
import type { Route } from './public-api/route.js';

type Called = Pick<Route, 'access' | 'category' | 'people'>;
type Caller = Pick<ApplicationPrincipal, 'scopes' | 'may' | 'userId' | 'isFirstParty'>;

/** Whether a token has the scope that a route needs, if it needs one. */
export const hasScope = ({ access }: Called, { scopes }: Caller): boolean =>
  access === 'token' || access === 'anyone' || access === 'linking' || scopes.includes(access);

/** Whether a token has the permissions for a route of its category. The scope of operators is beyond them. */
export const hasPermissions = ({ access, category }: Called, { may }: Caller): boolean =>
  access === 'operator' || covers(may, neededFor[category]);

/** Whether a route is for whom a token stands: an application, or a person. Operators use applications of ours. */
export function isForCaller({ access, people }: Called, { userId, isFirstParty }: Caller): boolean {
  const audience = access === 'operator' ? 'first-party' : people;
  return userId === undefined || audience === undefined || (audience === 'first-party' && isFirstParty === true);
}

/** Whether a token opens a route. */
export const isOpenTo = (route: Called, caller: Caller): boolean =>
  hasScope(route, caller) && isForCaller(route, caller) && hasPermissions(route, caller);
