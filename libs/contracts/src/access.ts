import { covers, neededFor } from './permissions.js';
import type { ApplicationPrincipal } from './principal.js';
import type { Route } from './public-api/route.js';

type Called = Pick<Route, 'access' | 'category'>;
type Caller = Pick<ApplicationPrincipal, 'scopes' | 'may'>;

/** Whether a token has the scope that a route needs, if it needs one. */
export const hasScope = ({ access }: Called, { scopes }: Caller): boolean =>
  access === 'token' || access === 'anyone' || access === 'linking' || scopes.includes(access);

/** Whether a token has the permissions for a route of its category. The scope of operators is beyond them. */
export const hasPermissions = ({ access, category }: Called, { may }: Caller): boolean =>
  access === 'operator' || covers(may, neededFor[category]);

/** Whether a token opens a route. */
export const isOpenTo = (route: Called, caller: Caller): boolean =>
  hasScope(route, caller) && hasPermissions(route, caller);
