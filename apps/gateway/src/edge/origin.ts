import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv6 } from 'node:net';
import { hostIn } from '../host.js';

/** The proxies that may tell scheme, host and client address. */
export class TrustedProxies {
  private readonly ranges = new BlockList();
  private readonly hosts: ReadonlySet<string>;

  /**
   * @param ranges IP addresses or CIDR ranges
   * @param hosts that they may name: a proxy can pass on an `X-Forwarded-Host` that a client made up
   */
  constructor(ranges: readonly string[], hosts: readonly string[] = []) {
    this.hosts = new Set(hosts.map((host) => host.toLowerCase()));
    for (const range of ranges) {
      const [address = '', prefix] = range.split('/');
      const family = isIPv6(address) ? 'ipv6' : 'ipv4';
      this.ranges.addSubnet(address, Number(prefix ?? (family === 'ipv6' ? 128 : 32)), family);
    }
  }

  /** False for a text that is no address. */
  trusts(address: string): boolean {
    const family = isIP(address);
    return family !== 0 && this.ranges.check(address, family === 6 ? 'ipv6' : 'ipv4');
  }

  /** The host that a trusted proxy has named; undefined unless the proxy may name this host. */
  hostIn(header: string | readonly string[] | undefined): string | undefined {
    const host = lastOf(header)?.toLowerCase();
    return host !== undefined && this.hosts.has(host) ? host : undefined;
  }
}

export interface Origin {
  /** Scheme and authority that the client used. Links and Locations begin with it. */
  readonly baseUrl: string;
  readonly isSecure: boolean;
  /** Whether a trusted proxy has told the scheme. */
  readonly isForwarded: boolean;
  /** Whether the client called the local machine, by a name that only means itself. */
  readonly isLoopback: boolean;
}

const LOOPBACK = /^(?:(?:[^.]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i;

/** @returns undefined if the Host is missing or invalid */
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
 * The client's address, as far as trusted proxies tell it. Each proxy appends the address that it got the request from
 * to X-Forwarded-For. So this reads the header from its end, as long as the writer of an item is trusted.
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

/** Each proxy appends an item: the proxy that sent us the request wrote the last one. */
const lastOf = (header: string | readonly string[] | undefined): string | undefined => itemsOf(header).at(-1);

/** Proxies write all of these forms: `address`, `address:port` and `[address]:port`. */
const HOP = /^(?:\[([\da-f:.]+)\]|(\d{1,3}(?:\.\d{1,3}){3}))(?::\d{1,5})?$/i;

function addressOf(hop: string): string | undefined {
  const [, bracketed, dotted] = HOP.exec(hop) ?? [];
  const address = bracketed ?? dotted ?? hop;
  return isIP(address) === 0 ? undefined : address;
}
