import { type DocumentRoute, type ExchangeRoute, pageRoutes, publicRoutes, type Route } from '@halyard/contracts';

/** The public routes that this installation serves. */
export class ServedRoutes {
  constructor(readonly all: readonly Route[]) {}

  static of(environment: string): ServedRoutes {
    const isServed = ({ sandboxOnly }: Route): boolean => environment === 'sandbox' || !sandboxOnly;
    return new ServedRoutes(
      [...Object.values<Route>(publicRoutes), ...Object.values<Route>(pageRoutes)].filter(isServed),
    );
  }

  get documents(): readonly DocumentRoute[] {
    return this.all.filter((route): route is DocumentRoute => route.kind === 'document');
  }

  get exchanges(): readonly ExchangeRoute[] {
    return this.all.filter((route): route is ExchangeRoute => route.kind !== 'document');
  }
}
