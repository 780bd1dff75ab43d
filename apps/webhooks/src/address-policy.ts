import ipaddr from 'ipaddr.js';

export type IpAddress = ReturnType<typeof ipaddr.parse>;

/** A range of addresses: its first address, and the number of leading bits that all its addresses share. */
export interface Network {
  readonly base: IpAddress;
  readonly bits: number;
}

/** The addresses outside the public internet to which webhooks may be sent. */
export interface AddressPolicy {
  readonly allowedNetworks: readonly Network[];
  readonly allowLoopback: boolean;
  /** Ports that webhooks never reach at an address that is not public, or that belongs to this machine. */
  readonly forbiddenPorts: ReadonlySet<number>;
}

/** @returns undefined if the text is not a CIDR */
export function parseNetwork(cidr: string): Network | undefined {
  return ipaddr.isValidCIDR(cidr) ? networkOf(cidr) : undefined;
}

export function networkOf(cidr: string): Network {
  const [base, bits] = ipaddr.parseCIDR(cidr);
  return { base, bits };
}
