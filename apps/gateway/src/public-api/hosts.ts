import { type Route, routedPath } from '@halyard/contracts';
import { authorizationRoutes, oauthRoutes, pageRoutes } from '@halyard/contracts/authorization';
import { consoleRoutes } from '@halyard/contracts/console';
import { DomainError } from '@halyard/core';
import type { AuthAddresses } from '@halyard/service/auth-addresses';
import type { FastifyRequest } from 'fastify';
import { isOfConsole } from '../edge/console-target.js';
import type { Origin } from '../edge/origin.js';

const hostOf = (url: string): string => new URL(url).host;

/** Paths of the authorization server: its pages, and its routes for programs. */
const authPaths: ReadonlySet<string | undefined> = new Set(
  Object.values<Route>({ ...pageRoutes, ...authorizationRoutes, ...oauthRoutes }).map(({ path }) => routedPath(path)),
);

/** Paths that the API's host answers too, since published clients send their credentials there. */
const sharedPaths: ReadonlySet<string | undefined> = new Set(
  [oauthRoutes.createToken, oauthRoutes.revokeToken, oauthRoutes.introspectToken].map(({ path }) => path),
);

/** Paths of the console, without those of the API that its pages call. */
const consolePaths: ReadonlySet<string | undefined> = new Set(
  Object.values<Route>(consoleRoutes).map(({ path }) => routedPath(path)),
);

type AskedFor = Pick<FastifyRequest, 'raw' | 'routeOptions' | 'url'>;

type Owner = 'api' | 'auth' | 'console';

function ownerOf({ raw, routeOptions: { url: route } }: AskedFor): Owner {
  if (isOfConsole(raw) || consolePaths.has(route)) return 'console';
  return authPaths.has(route) && !sharedPaths.has(route) ? 'auth' : 'api';
}

/**
 * Separates the API, people's pages and the console if each has its own host (ADR 83, 122): a browser that is logged in
 * sends its cookies to no page of the API's host.
 */
export class Hosts {
  private readonly hosts: Readonly<Record<Owner, string>>;
  private readonly origins: Readonly<Record<Owner, string>>;
  /** Whether the API, people's pages and the console share one host. */
  private readonly isOne: boolean;

  constructor({ apiUrl, url, consoleOrigin }: AuthAddresses) {
    this.origins = { api: apiUrl, auth: url, console: consoleOrigin };
    this.hosts = { api: hostOf(apiUrl), auth: hostOf(url), console: hostOf(consoleOrigin) };
    this.isOne = new Set(Object.values(this.hosts)).size === 1;
  }

  /**
   * The address of the request's own host; undefined if it is answered here.
   * @throws DomainError NotFound for the API under the host of the pages or of the console
   */
  elsewhere(request: AskedFor, { baseUrl }: Origin): string | undefined {
    const { url: route } = request.routeOptions;
    if (this.isOne || route === undefined) return undefined;
    const { hosts, origins } = this;
    const [host, owner] = [hostOf(baseUrl), ownerOf(request)];
    if (host === hosts[owner]) return undefined;
    const isApart = hosts[owner] !== hosts.api;
    if (isApart && !isOfConsole(request.raw)) return origins[owner] + request.url;
    // API paths are answered under every other name too, such as the gateway's name within a cluster.
    if (!isApart && host !== hosts.auth && host !== hosts.console) return undefined;
    if (host === hosts.auth && sharedPaths.has(route)) return undefined;
    if (host === hosts.console && route === '/') return `${origins.console}/console/`;
    throw new DomainError('NotFound');
  }

  /** Pages of the console get the API's links, whichever host the pages have. */
  baseOf({ raw }: Pick<FastifyRequest, 'raw'>, { baseUrl }: Origin): string {
    return this.hosts.console !== this.hosts.api && isOfConsole(raw) ? this.origins.api : baseUrl;
  }
}
