import { lookup as lookUp } from 'node:dns/promises';
import { isIP, isIPv6 } from 'node:net';

/** Every IP address of a host name. Rejects if it can't be resolved. */
export type Lookup = (hostname: string) => Promise<readonly string[]>;

export const systemLookup: Lookup = async (hostname) =>
  (await lookUp(hostname, { all: true })).map(({ address }) => address);

/**
 * Whether the origin stands for every process that its name resolves to. An `https:` origin does not: the certificate
 * belongs to the name, and the proxy that ends TLS there knows the processes behind it.
 */
export function standsForMany(origin: string): boolean {
  const { protocol, hostname } = new URL(origin);
  return protocol === 'http:' && isIP(hostname.replace(/^\[|\]$/g, '')) === 0;
}

/** The origin at each address of its name. Rejects as `lookup` does. */
export async function originsBehind(origin: string, lookup: Lookup): Promise<string[]> {
  const addresses = await lookup(new URL(origin).hostname);
  return addresses.map((address) => {
    const url = new URL(origin);
    url.hostname = isIPv6(address) ? `[${address}]` : address;
    return url.origin;
  });
}
