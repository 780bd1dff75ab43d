import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** What one subscriber is given at least (RFC 6177): within it addresses are for the taking. */
const PARTS_OF_NETWORK = 4;

/**
 * Whom an address belongs to, as far as it can be told: IPv4 (also within IPv6, as sockets write it that serve both) by
 * itself, IPv6 by its /64. Text that is no address stays as it is.
 */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const client = ipaddr.process(address);
  if (client instanceof ipaddr.IPv4) return client.toString();
  const parts = client.parts.slice(0, PARTS_OF_NETWORK).map((part) => part.toString(16));
  return `${parts.join(':')}::/64`;
}
