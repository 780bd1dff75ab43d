import ipaddr from 'ipaddr.js';

export type IpAddress = ReturnType<typeof ipaddr.parse>;

/** A range of addresses: the first one, and how many leading bits are fixed. */
export interface Network {
  readonly base: IpAddress;
  readonly bits: number;
}

/** Which addresses outside the public internet webhooks may be sent to. */
export interface AddressPolicy {
  readonly allowedNetworks: readonly Network[];
  readonly allowLoopback: boolean;
  /** Refused on every address that is not public, and on this machine's own, public or not. */
  readonly forbiddenPorts: ReadonlySet<number>;
}

/** @returns undefined for text that is not a CIDR */
export function parseNetwork(cidr: string): Network | undefined {
  return ipaddr.isValidCIDR(cidr) ? networkOf(cidr) : undefined;
}

export function networkOf(cidr: string): Network {
  const [base, bits] = ipaddr.parseCIDR(cidr);
  return { base, bits };
}
