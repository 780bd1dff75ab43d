import { ConfigError, Flag, Group, Int, List, loadConfig, OneOf, Port, Text } from '@halyard/config';
import type { RequestLogMode } from '@halyard/contracts';
import type { RequestLogForm } from '@halyard/observability';
import { AuthAddresses } from '@halyard/service/auth-addresses';
import { hostIn, isAddressRange } from './edge/origin.js';

const HOSTS = 'names or addresses of hosts, each with its port if it has one, with commas between them';
const RANGES = 'IP addresses or CIDR ranges with commas between them';

/** Settings of the gateway, each from the variable of its name. */
export class GatewayConfig {
  /** Folder for what must outlive the process; the certificates of the local authority lie in `tls` below it. */
  @Text()
  readonly dataDir: string = '.data';

  /** Address that both listeners are bound to. */
  @Text()
  readonly host: string = '127.0.0.1';

  /** The API. */
  @Port()
  readonly httpsPort: number = 8443;

  /** Plain HTTP: answers 302 to HTTPS, or serves the API itself with `TLS=off`. */
  @Port()
  readonly port: number = 8080;

  /** Whether other gateways on this machine may listen on the same ports; the system spreads connections over them. */
  @Flag()
  readonly sharedPorts: boolean = false;

  /** Off where a proxy ends TLS. */
  @Flag()
  readonly tls: boolean = true;

  /** Whose `X-Forwarded-*` headers are believed; nobody else's are. */
  @List({ wants: RANGES })
  readonly trustedProxies: readonly string[] = [];

  /** The hosts that such a proxy may name in `X-Forwarded-Host`, with their ports; for any other the `Host` counts. */
  @List({ wants: HOSTS })
  readonly forwardedHosts: readonly string[] = [];

  /** The word in `application/vnd.<word>.v1.hal+json`. */
  @Text({ matches: /^[a-zA-Z]+$/, wants: 'a word of letters' })
  readonly vendorWord: string = 'service';

  /** In production the routes of the sandbox answer 404. */
  @OneOf(['sandbox', 'production'])
  readonly environment: string = 'sandbox';

  /** In production too, anybody may read whether the money of all accounts adds up: `GET /conservation`. */
  @Flag()
  readonly publicConservation: boolean = false;

  @Group(() => AuthAddresses)
  readonly addresses!: AuthAddresses;

  /** Requests of one application within a minute. */
  @Int({ min: 1, max: 100_000_000 })
  readonly rateLimitPerMinute: number = 1_000_000;

  /**
   * Requests of one address (of one /64, in IPv6) within a minute that nobody is known to stand behind: without a token,
   * with one that was not seen before, with wrong credentials, and to addresses that do not exist.
   */
  @Int({ min: 1, max: 100_000_000 })
  readonly anonymousRateLimitPerMinute: number = 60_000;

  /** Requests of all applications of one account within a minute; those of people in the console do not count. */
  @Int({ min: 1, max: 100_000_000 })
  readonly accountRateLimitPerMinute: number = 1_000_000;

  /**
   * Of what a process can hold open at a time (uploads, exports, statements, streams, bodies), the percentage that one
   * account may have: the one that is acted for, and the one that the application belongs to.
   */
  @Int({ min: 1, max: 100 })
  readonly accountPlacesPercent: number = 25;

  /** Of the same, the percentage that is kept for people in the console and on the command line. */
  @Int({ min: 0, max: 90 })
  readonly peoplePlacesPercent: number = 25;

  /** Requests that are carried out at a time; those of operators are not counted. */
  @Int({ min: 1, max: 1_000_000 })
  readonly requestsInFlightMax: number = 256;

  /** Requests that may wait for that. What is beyond is answered 503 at once. */
  @Int({ min: 0, max: 1_000_000 })
  readonly requestsQueuedMax: number = 256;

  /** Tokens, families, sessions and the like that have ended and are remembered; beyond that auth is asked. */
  @Int({ min: 1, max: 1_000_000 })
  readonly revocationsMax: number = 1_000_000;

  /** Seconds for which tokens are accepted while auth does not say which have ended. */
  @Int({ min: 1, max: 3_600 })
  readonly authOutageSecondsMax: number = 60;

  /** Whether pages of other origins may call the API from a browser: answers preflights, and shows them the headers. */
  @Flag()
  readonly cors: boolean = false;

  /**
   * One line on standard output for each request and each attempt to send a webhook: `text` for people, `json` for
   * machines. Where the suite is started from a terminal, the sandbox's is `text`.
   */
  @OneOf(['text', 'json', 'off'])
  readonly requestLines: RequestLogForm = 'off';

  /**
   * What `GET /requests` shows: `off` is nothing, and the routes are gone. By default `full` in the sandbox, and
   * `without-bodies` in production.
   */
  @OneOf(['full', 'without-bodies', 'off'], { optional: true })
  readonly requestLog?: RequestLogMode;

  get requestLogMode(): RequestLogMode {
    return this.requestLog ?? (this.environment === 'production' ? 'without-bodies' : 'full');
  }

  /** Whether the console is there, at `/console/`. */
  @Flag()
  readonly console: boolean = true;

  /** Folder of the documentation site, which is served at `/docs/`. By default the one that `npm run docs` writes. */
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
