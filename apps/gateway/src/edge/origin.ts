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

  /** @param ranges IP addresses or CIDR ranges */
  constructor(ranges: readonly string[]) {
    for (const range of ranges) {
      const [address = '', prefix] = range.split('/');
      const family = isIPv6(address) ? 'ipv6' : 'ipv4';
      this.ranges.addSubnet(address, Number(prefix ?? (family === 'ipv6' ? 128 : 32)), family);
    }
  }

  trusts(address: string): boolean {
    return this.ranges.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
  }
}

/** How a request has come. */
export interface Origin {
  /** Scheme and authority that the client used: what links and Locations begin with. */
  readonly baseUrl: string;
  readonly isSecure: boolean;
  /** A trusted proxy has told the scheme. */
  readonly isForwarded: boolean;
  /** The client's address, as far as trusted proxies tell it. */
  readonly address: string;
}

/** The Host header field (RFC 9110, 7.2): a name or address, in a group of its own, and perhaps a port. */
export const AUTHORITY = /^(\[[\da-f:.]+\]|[a-z\d._-]+)(?::\d{1,5})?$/i;

/** @returns undefined for a Host (or X-Forwarded-Host of a trusted proxy) that is missing or none */
export function originOf({ headers, socket }: IncomingMessage, proxies: TrustedProxies): Origin | undefined {
  const peer = socket.remoteAddress ?? '';
  const isProxied = peer !== '' && proxies.trusts(peer);
  const scheme = 'encrypted' in socket ? 'https' : 'http';
  const forwardedScheme = isProxied ? lastOf(headers['x-forwarded-proto'])?.toLowerCase() : undefined;
  const isSecure = (forwardedScheme ?? scheme) === 'https';
  const authority = (isProxied ? lastOf(headers['x-forwarded-host']) : undefined) ?? headers.host ?? '';
  if (!AUTHORITY.test(authority)) return undefined;
  return {
    baseUrl: `${isSecure ? 'https' : 'http'}://${authority}`,
    isSecure,
    isForwarded: forwardedScheme !== undefined,
    address: isProxied ? clientAddress(headers['x-forwarded-for'], peer, proxies) : peer,
  };
}

const itemsOf = (header: string | readonly string[] | undefined): string[] =>
  [header ?? []]
    .flat()
    .flatMap((line) => line.split(','))
    .map((item) => item.trim())
    .filter((item) => item !== '');

/** Each proxy adds to the end: the last item is what the one that speaks to us said itself. */
const lastOf = (header: string | readonly string[] | undefined): string | undefined => itemsOf(header).at(-1);

function clientAddress(forwardedFor: string | readonly string[] | undefined, peer: string, proxies: TrustedProxies) {
  const hops = itemsOf(forwardedFor).reverse();
  return hops.find((hop) => !isTrustedHop(hop, proxies)) ?? hops.at(-1) ?? peer;
}

function isTrustedHop(hop: string, proxies: TrustedProxies): boolean {
  try {
    return proxies.trusts(hop);
  } catch {
    return false; // an address that is none was not written by a proxy that we trust
  }
}
