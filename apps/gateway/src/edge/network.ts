import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The smallest network that one subscriber gets (RFC 6177). The subscriber can use any address in it. */
const PARTS_OF_NETWORK = 4;

/**
 * The network by which limits count a client: an IPv4 address itself (also if written as IPv6), or the /64 of an IPv6
 * address. Other text stays as it is.
 */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const client = ipaddr.process(address);
  if (client instanceof ipaddr.IPv4) return client.toString();
  const parts = client.parts.slice(0, PARTS_OF_NETWORK).map((part) => part.toString(16));
  return `${parts.join(':')}::/64`;
}
