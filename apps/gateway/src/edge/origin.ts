import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv6 } from 'node:net';

/** Whether a text is an IP address or a CIDR range. */
export function isAddressRange(range: string): boolean {
  const [address = '', prefix = '0', ...rest] = range.split('/');
  const bits = { 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return /^\d{1,3}$/.test(prefix) && Number(prefix) <= bits && rest.length === 0;
}

/** The proxies whose word on scheme, host and client address counts. */
export class TrustedProxies {
  private readonly ranges = new BlockList();
  private readonly hosts: ReadonlySet<string>;

  /**
   * @param ranges IP addresses or CIDR ranges
   * @param hosts that they may name: a proxy can hand on an `X-Forwarded-Host` that a client made up
   */
  constructor(ranges: readonly string[], hosts: readonly string[] = []) {
    this.hosts = new Set(hosts.map((host) => host.toLowerCase()));
    for (const range of ranges) {
      const [address = '', prefix] = range.split('/');
      const family = isIPv6(address) ? 'ipv6' : 'ipv4';
      this.ranges.addSubnet(address, Number(prefix ?? (family === 'ipv6' ? 128 : 32)), family);
    }
  }

  /** Nobody trusts what is no address. */
  trusts(address: string): boolean {
    const family = isIP(address);
    return family !== 0 && this.ranges.check(address, family === 6 ? 'ipv6' : 'ipv4');
  }

  /** The host that a trusted proxy has named; undefined unless it may. */
  hostIn(header: string | readonly string[] | undefined): string | undefined {
    const host = lastOf(header)?.toLowerCase();
    return host !== undefined && this.hosts.has(host) ? host : undefined;
  }
}

/** How a request has come. */
export interface Origin {
  /** Scheme and authority that the client used: what links and Locations begin with. */
  readonly baseUrl: string;
  readonly isSecure: boolean;
  /** A trusted proxy has told the scheme. */
  readonly isForwarded: boolean;
  /** The client has called this very machine by a name that only means itself. */
  readonly isLoopback: boolean;
}

/** Of a name of 253 characters (RFC 1035) and a port: every link of an answer says it once more. */
const AUTHORITY_LENGTH_MAX = 259;
const AUTHORITY = /^(\[[\da-f:.]+\]|[a-z\d._-]+)(?::\d{1,5})?$/i;

/**
 * The name or address in a Host header field (RFC 9110, 7.2), which may have a port besides; undefined for any other,
 * and for one that no URL can have, such as `1.2.3.256` or `[::1]:65536`.
 */
export function hostIn(authority: string): string | undefined {
  const host = authority.length <= AUTHORITY_LENGTH_MAX ? AUTHORITY.exec(authority)?.[1] : undefined;
  return host !== undefined && URL.canParse(`https://${authority}`) ? host : undefined;
}

const LOOPBACK = /^(?:(?:[^.]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i;

/** @returns undefined for a Host that is missing or none */
export function originOf({ headers, socket }: IncomingMessage, proxies: TrustedProxies): Origin | undefined {
  const isProxied = proxies.trusts(socket.remoteAddress ?? '');
  const scheme = 'encrypted' in socket ? 'https' : 'http';
  const forwardedScheme = isProxied ? lastOf(headers['x-forwarded-proto'])?.toLowerCase() : undefined;
  const isSecure = (forwardedScheme ?? scheme) === 'https';
  const authority = (isProxied ? proxies.hostIn(headers['x-forwarded-host']) : undefined) ?? headers.host ?? '';
  const host = hostIn(authority);
  if (host === undefined) return undefined;
  return {
    baseUrl: `${isSecure ? 'https' : 'http'}://${authority}`,
    isSecure,
    isForwarded: forwardedScheme !== undefined,
    isLoopback: LOOPBACK.test(host),
  };
}

/**
 * The address of the client, as far as trusted proxies tell it: X-Forwarded-For, to whose end each of them adds whom it
 * speaks to, is read from there for as long as the one who wrote it is trusted.
 */
export function clientAddress({ headers, socket }: IncomingMessage, proxies: TrustedProxies): string {
  let client = socket.remoteAddress ?? '';
  for (const hop of itemsOf(headers['x-forwarded-for']).reverse()) {
    const address = proxies.trusts(client) ? addressOf(hop) : undefined;
    if (address === undefined) break;
    client = address;
  }
  return client;
}

const itemsOf = (header: string | readonly string[] | undefined): string[] =>
  [header ?? []]
    .flat()
    .flatMap((line) => line.split(','))
    .map((item) => item.trim())
    .filter((item) => item !== '');

/** Each proxy adds to the end: the last item is what the one that speaks to us said itself. */
const lastOf = (header: string | readonly string[] | undefined): string | undefined => itemsOf(header).at(-1);

/** `address`, `address:port` and `[address]:port`: proxies write all of them. */
const HOP = /^(?:\[([\da-f:.]+)\]|(\d{1,3}(?:\.\d{1,3}){3}))(?::\d{1,5})?$/i;

function addressOf(hop: string): string | undefined {
  const [, bracketed, dotted] = HOP.exec(hop) ?? [];
  const address = bracketed ?? dotted ?? hop;
  return isIP(address) === 0 ? undefined : address;
}
