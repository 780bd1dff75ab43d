import { ConfigError, Flag, Group, Int, List, loadConfig, OneOf, Port, Text } from '@halyard/config';
import type { RequestLogMode } from '@halyard/contracts/requests';
import type { RequestLogForm } from '@halyard/observability';
import { AuthAddresses } from '@halyard/service/auth-addresses';
import { hostIn, isAddressRange } from './host.js';

const HOSTS = 'names or addresses of hosts, each with its port if it has one, with commas between them';
const RANGES = 'IP addresses or CIDR ranges with commas between them';

export class GatewayConfig {
  /** Folder for data that must outlive the process. The local authority's certificates are in `tls` below it. */
  @Text()
  readonly dataDir: string = '.data';

  /** Address that both listeners are bound to. */
  @Text()
  readonly host: string = '127.0.0.1';

  /** Port of the API. */
  @Port()
  readonly httpsPort: number = 8443;

  /** Port of plain HTTP: answers 302 to HTTPS, or with `TLS=off` serves the API itself. */
  @Port()
  readonly port: number = 8080;

  /** Whether other gateways on this machine may listen on the same ports; the system spreads connections over them. */
  @Flag()
  readonly sharedPorts: boolean = false;

  /** Turn this off if a proxy ends TLS. */
  @Flag()
  readonly tls: boolean = true;

  /** Proxies whose `X-Forwarded-*` headers are believed. Those of all others are ignored. */
  @List({ wants: RANGES })
  readonly trustedProxies: readonly string[] = [];

  /** Hosts, with their ports, that such a proxy may name in `X-Forwarded-Host`. For any other, the `Host` counts. */
  @List({ wants: HOSTS })
  readonly forwardedHosts: readonly string[] = [];

  /** The word in `application/vnd.<word>.v1.hal+json`. */
  @Text({ matches: /^[a-zA-Z]+$/, wants: 'a word of letters' })
  readonly vendorWord: string = 'service';

  /** In production the routes of the sandbox answer 404. */
  @OneOf(['sandbox', 'production'])
  readonly environment: string = 'sandbox';

  /** The name by which people know the installation. Pages for people show it. */
  @Text({ matches: /^[^\p{Cc}]{1,60}$/u, wants: '1 to 60 characters' })
  readonly installationName: string = 'Halyard';

  /** Lets anybody, also in production, read whether the money of all accounts adds up: `GET /conservation`. */
  @Flag()
  readonly publicConservation: boolean = false;

  @Group(() => AuthAddresses)
  readonly addresses!: AuthAddresses;

  /** Maximum requests of one application within a minute. */
  @Int({ min: 1, max: 100_000_000 })
  readonly rateLimitPerMinute: number = 1_000_000;

  /**
   * Maximum requests within a minute of one address (in IPv6, of one /64) whose sender is unknown: without a token,
   * with a token that was not seen before, with wrong credentials, and to addresses that do not exist.
   */
  @Int({ min: 1, max: 100_000_000 })
  readonly anonymousRateLimitPerMinute: number = 60_000;

  /** Maximum requests of one account's applications within a minute. Those of people in the console do not count. */
  @Int({ min: 1, max: 100_000_000 })
  readonly accountRateLimitPerMinute: number = 1_000_000;

  /**
   * Percentage of a process's places for long work (uploads, exports, statements, streams, bodies) that one account may
   * take. A request counts for the account that is acted for and for the account that the application belongs to.
   */
  @Int({ min: 1, max: 100 })
  readonly accountPlacesPercent: number = 25;

  /** Percentage of the same places that is kept for people in the console and on the command line. */
  @Int({ min: 0, max: 90 })
  readonly peoplePlacesPercent: number = 25;

  /** Maximum requests that are carried out at a time. Those of operators are not counted. */
  @Int({ min: 1, max: 1_000_000 })
  readonly requestsInFlightMax: number = 256;

  /** Maximum requests that may wait for their turn. Further requests are answered 503 at once. */
  @Int({ min: 0, max: 1_000_000 })
  readonly requestsQueuedMax: number = 256;

  /** Maximum ended tokens, families, sessions and the like to remember. Beyond that, auth is asked. */
  @Int({ min: 1, max: 1_000_000 })
  readonly revocationsMax: number = 1_000_000;

  /** Seconds for which tokens are still accepted while auth does not tell which ones have ended. */
  @Int({ min: 1, max: 3_600 })
  readonly authOutageSecondsMax: number = 60;

  /** Whether pages of other origins may call the API from a browser: answers preflights and exposes headers. */
  @Flag()
  readonly cors: boolean = false;

  /**
   * One line on standard output for each request and each attempt to send a webhook: `text` for people, `json` for
   * machines. `npm start` and `npm run start:distributed` default to `text` in the sandbox.
   */
  @OneOf(['text', 'json', 'off'])
  readonly requestLines: RequestLogForm = 'off';

  /** Content of `GET /requests`; `off` removes these routes. Default: `full` in the sandbox, else `without-bodies`. */
  @OneOf(['full', 'without-bodies', 'off'], { optional: true })
  readonly requestLog?: RequestLogMode;

  get requestLogMode(): RequestLogMode {
    return this.requestLog ?? (this.environment === 'production' ? 'without-bodies' : 'full');
  }

  /** Whether the console is served, at `/console/`. */
  @Flag()
  readonly console: boolean = true;

  /** Folder of the documentation site, which is served at `/docs/`. Default: the folder that `npm run docs` writes. */
  @Text({ optional: true })
  readonly documentationDir?: string;
}

/** @throws ConfigError naming every bad setting */
export function gatewayConfig(env: Readonly<Record<string, string | undefined>>): Readonly<GatewayConfig> {
  const config = loadConfig(GatewayConfig, env);
  const isHost = (authority: string): boolean => hostIn(authority) !== undefined;
  const problems = [
    ...(config.trustedProxies.every(isAddressRange) ? [] : [`TRUSTED_PROXIES must be ${RANGES}`]),
    ...(config.tls || config.addresses.isGiven ? [] : ['PUBLIC_BASE_URL or AUTH_URL is missing, which TLS=off needs']),
    ...(config.forwardedHosts.every(isHost) ? [] : [`FORWARDED_HOSTS must be ${HOSTS}`]),
  ];
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
}
