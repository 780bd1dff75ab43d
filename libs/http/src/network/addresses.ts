import { lookup as lookUp } from 'node:dns/promises';
import { isIP, isIPv6 } from 'node:net';

/** Finds every IP address of a host name. Rejects if the name can't be resolved. */
export type Lookup = (hostname: string) => Promise<readonly string[]>;

export const systemLookup: Lookup = async (hostname) =>
  (await lookUp(hostname, { all: true })).map(({ address }) => address);

/**
 * Whether an origin stands for all the processes to which its name resolves. An `https:` origin does not: its
 * certificate is for the name, and a proxy that ends TLS there knows the processes behind it.
 */
export function standsForMany(origin: string): boolean {
  const { protocol, hostname } = new URL(origin);
  return protocol === 'http:' && isIP(hostname.replace(/^\[|\]$/g, '')) === 0;
}

/** Makes one origin for each address of the name. Rejects if `lookup` does. */
export async function originsBehind(origin: string, lookup: Lookup): Promise<string[]> {
  const addresses = await lookup(new URL(origin).hostname);
  return addresses.map((address) => {
    const url = new URL(origin);
    url.hostname = isIPv6(address) ? `[${address}]` : address;
    return url.origin;
  });
}
