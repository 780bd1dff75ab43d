import {
  consoleRoutes,
  type PlainRoute,
  type ExchangeRoute,
  pageRoutes,
  publicRoutes,
  type Route,
} from '@halyard/contracts';
import type { GatewayConfig } from './config.js';
import { siteRoutes } from './documentation/site-routes.js';

const isOfLog = (path: string): boolean => path.split('/', 2)[1] === 'requests';

/** The public routes that this installation serves. */
export class ServedRoutes {
  constructor(readonly all: readonly Route[]) {}

  static of({
    environment,
    requestLogMode,
    console,
  }: Pick<GatewayConfig, 'environment' | 'requestLogMode' | 'console'>): ServedRoutes {
    const isServed = ({ sandboxOnly, path }: Route): boolean =>
      (environment === 'sandbox' || !sandboxOnly) && (requestLogMode !== 'off' || !isOfLog(path));
    return new ServedRoutes(
      [publicRoutes, pageRoutes, siteRoutes, ...(console ? [consoleRoutes] : [])]
        .flatMap((routes) => Object.values<Route>(routes))
        .filter(isServed),
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
