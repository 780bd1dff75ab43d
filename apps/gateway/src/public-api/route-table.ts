import { publicRoutes, type Route } from '@halyard/contracts';

/** The public routes that this installation serves. */
export const routesOf = (environment: string): readonly Route[] =>
  Object.values<Route>(publicRoutes).filter(({ sandboxOnly }) => environment === 'sandbox' || !sandboxOnly);

const patternOf = ({ path }: Route): RegExp => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`);

/** Finds what other methods an address has, for requests that no route matches. */
export class RouteTable {
  private readonly patterns: readonly (readonly [RegExp, Route])[];

  constructor(routes: readonly Route[]) {
    this.patterns = routes.map((route) => [patternOf(route), route]);
  }

  /** Methods of a path; none for an unknown one. */
  methodsOf(path: string): readonly string[] {
    return this.patterns.filter(([pattern]) => pattern.test(path)).map(([, { method }]) => method);
  }
}
