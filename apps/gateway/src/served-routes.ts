import { type PlainRoute, type ExchangeRoute, pageRoutes, publicRoutes, type Route } from '@halyard/contracts';

/** The public routes that this installation serves. */
export class ServedRoutes {
  constructor(readonly all: readonly Route[]) {}

  static of(environment: string): ServedRoutes {
    const isServed = ({ sandboxOnly }: Route): boolean => environment === 'sandbox' || !sandboxOnly;
    return new ServedRoutes(
      [...Object.values<Route>(publicRoutes), ...Object.values<Route>(pageRoutes)].filter(isServed),
    );
  }

  get plain(): readonly PlainRoute[] {
    return this.all.filter((route): route is PlainRoute => route.kind === 'plain');
  }

  get exchanges(): readonly ExchangeRoute[] {
    return this.all.filter((route): route is ExchangeRoute => route.kind !== 'plain');
  }
}
