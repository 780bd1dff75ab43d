import type { ExchangeRoute, PlainRoute, Route } from '@halyard/contracts';
import { pageRoutes } from '@halyard/contracts/authorization';
import { consoleRoutes } from '@halyard/contracts/console';
import { publicRoutes } from '@halyard/public-api';
import type { GatewayConfig } from './config.js';
import { siteRoutes } from './documentation/site-routes.js';

const isOfLog = (path: string): boolean => path.split('/', 2)[1] === 'requests';

type ServingConfig = Pick<GatewayConfig, 'environment' | 'requestLogMode' | 'publicConservation' | 'console'>;

export class ServedRoutes {
  constructor(readonly all: readonly Route[]) {}

  static of({ environment, requestLogMode, publicConservation, console }: ServingConfig): ServedRoutes {
    const isServed = ({ sandboxOnly, path }: Route): boolean =>
      (environment === 'sandbox' || !sandboxOnly) && (requestLogMode !== 'off' || !isOfLog(path));
    const isOpen = environment === 'sandbox' || publicConservation;
    const guarded = (route: Route): Route =>
      isOpen || route.inProduction === undefined ? route : { ...route, access: route.inProduction };
    return new ServedRoutes(
      [publicRoutes, pageRoutes, siteRoutes, ...(console ? [consoleRoutes] : [])]
        .flatMap((routes) => Object.values<Route>(routes))
        .filter(isServed)
        .map(guarded),
    );
  }

  get plain(): readonly PlainRoute[] {
    return this.all.filter((route): route is PlainRoute => route.kind === 'plain');
  }

  get exchanges(): readonly ExchangeRoute[] {
    return this.all.filter((route): route is ExchangeRoute => route.kind !== 'plain');
  }

  /** The plain routes whose owner may wait before it answers. */
  get waiting(): readonly PlainRoute[] {
    return this.plain.filter(({ wait }) => wait !== undefined);
  }

  /** The routes of bytes, and the plain routes that can give bytes. */
  get ofBytes(): readonly ExchangeRoute[] {
    return [...this.exchanges, ...this.plain.flatMap(({ orBytes }) => orBytes ?? [])];
  }
}
