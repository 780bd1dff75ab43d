import { authorizationRoutes, oauthRoutes, pageRoutes, type Route, routedPath } from '@halyard/contracts';
import { DomainError } from '@halyard/core';
import type { AuthAddresses } from '@halyard/service';
import type { FastifyRequest } from 'fastify';
import type { Origin } from '../edge/origin.js';

const hostOf = (url: string): string => new URL(url).host;

/** Paths of the authorization server: its pages, and what programs ask it for. */
const authPaths: ReadonlySet<string | undefined> = new Set(
  Object.values<Route>({ ...pageRoutes, ...authorizationRoutes, ...oauthRoutes }).map(({ path }) => routedPath(path)),
);

/** Published clients send their credentials to the API. */
const sharedPaths: ReadonlySet<string | undefined> = new Set(
  [oauthRoutes.createToken, oauthRoutes.revokeToken, oauthRoutes.introspectToken].map(({ path }) => path),
);

/**
 * Keeps people's pages and the API apart where each has a host of its own (ADR 83): a browser that is logged in sends its
 * cookies to no page of the API's host.
 */
export class Hosts {
  private readonly authHost: string;
  private readonly isSeparate: boolean;

  constructor(private readonly addresses: AuthAddresses) {
    this.authHost = hostOf(addresses.url);
    this.isSeparate = this.authHost !== hostOf(addresses.apiUrl);
  }

  /**
   * The address at the authorization server of what was asked for under another host; undefined for what is answered here.
   *
   * @throws DomainError NotFound for the API under the host of the pages
   */
  elsewhere(
    { routeOptions, url }: Pick<FastifyRequest, 'routeOptions' | 'url'>,
    { baseUrl }: Origin,
  ): string | undefined {
    const { url: route } = routeOptions;
    if (!this.isSeparate || route === undefined || sharedPaths.has(route)) return undefined;
    const isAuthHost = hostOf(baseUrl) === this.authHost;
    if (authPaths.has(route)) return isAuthHost ? undefined : this.addresses.url + url;
    if (isAuthHost) throw new DomainError('NotFound');
    return undefined;
  }
}
