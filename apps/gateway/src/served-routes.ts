import { type PlainRoute, type ExchangeRoute, pageRoutes, publicRoutes, type Route } from '@halyard/contracts';
import { siteRoutes } from './documentation/site-routes.js';

/** The public routes that this installation serves. */
export class ServedRoutes {
  constructor(readonly all: readonly Route[]) {}

  static of(environment: string): ServedRoutes {
    const isServed = ({ sandboxOnly }: Route): boolean => environment === 'sandbox' || !sandboxOnly;
    return new ServedRoutes(
      [publicRoutes, pageRoutes, siteRoutes].flatMap((routes) => Object.values<Route>(routes)).filter(isServed),
    );
  }

  get plain(): readonly PlainRoute[] {
    return this.all.filter((route): route is PlainRoute => route.kind === 'plain');
  }

  get exchanges(): readonly ExchangeRoute[] {
    return this.all.filter((route): route is ExchangeRoute => route.kind !== 'plain');
  }

  /** These, and the plain ones as far as they give bytes. */
  get ofBytes(): readonly ExchangeRoute[] {
    return [...this.exchanges, ...this.plain.flatMap(({ orBytes }) => orBytes ?? [])];
  }
}
