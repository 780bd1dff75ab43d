import ipaddr from 'ipaddr.js';

export type IpAddress = ReturnType<typeof ipaddr.parse>;

/** A range of addresses: the first one, and the number of fixed leading bits. */
export interface Network {
  readonly base: IpAddress;
  readonly bits: number;
}

/** The addresses outside the public internet to which webhooks may be sent. */
export interface AddressPolicy {
  readonly allowedNetworks: readonly Network[];
  readonly allowLoopback: boolean;
  /** Refused on every address that is not public, and on this machine's own addresses. */
  readonly forbiddenPorts: ReadonlySet<number>;
}

/** @returns undefined if the text is no CIDR */
export function parseNetwork(cidr: string): Network | undefined {
  return ipaddr.isValidCIDR(cidr) ? networkOf(cidr) : undefined;
}

export function networkOf(cidr: string): Network {
  const [base, bits] = ipaddr.parseCIDR(cidr);
  return { base, bits };
}
