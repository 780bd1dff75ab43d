import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';
import { type IpAddress, type AddressPolicy, type Network, networkOf } from '../address-policy.js';

/** An address in the form in which `dns.lookup` gives it. */
export interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

/** Thrown if no address of the host is allowed. `reason` does not reveal the address, so it may be shown. */
export class RefusedAddress extends Error {
  override readonly name = 'RefusedAddress';
  constructor(readonly reason: string) {
    super(`the address is not allowed: ${reason}`);
  }
}

/** Ranges that no setting opens: they name no single host, or hide an IPv4 address from other rules. */
const neverOpen: ReadonlySet<string> = new Set([
  'unspecified',
  'broadcast',
  'multicast',
  'ipv4Mapped',
  'ipv4Compatible',
  'rfc6145',
  'rfc6052',
  '6to4',
  'teredo',
]);

export const canBeOpened = (range: string): boolean => !neverOpen.has(range);

/** The global unicast addresses that IANA has assigned. All other IPv6 addresses are special or unassigned. */
const globalUnicast = networkOf('2000::/3');
/**
 * IPv4-compatible addresses (RFC 4291, 2.5.5.1). They are deprecated, but some network stacks still understand them.
 */
const ipv4Compatible = networkOf('::/96');

const contains = ({ base, bits }: Network, address: IpAddress): boolean =>
  base.kind() === address.kind() && address.match(base, bits);

/** The name of the address's special range, or `public`. */
function rangeOf(address: IpAddress): string {
  const range: string = address.range();
  if (range !== 'unicast') return range;
  if (address.kind() === 'ipv4' || contains(globalUnicast, address)) return 'public';
  return contains(ipv4Compatible, address) ? 'ipv4Compatible' : 'unassigned';
}

/**
 * Whether the address belongs to this machine. The machine's addresses are read each time, because they come and go.
 */
const isOurs = (text: string): boolean =>
  Object.values(networkInterfaces()).some((addresses) =>
    addresses?.some(({ address }) => ipaddr.parse(address).toString() === ipaddr.parse(text).toString()),
  );

/** Why connections to an address are not allowed; undefined if they are. */
export function refusalOf(text: string, port: number, policy: AddressPolicy): string | undefined {
  if (isIP(text) === 0) return 'unreadable';
  const address = ipaddr.parse(text);
  const range = rangeOf(address);
  if (range === 'public') return policy.forbiddenPorts.has(port) && isOurs(text) ? 'own port' : undefined;
  const open =
    range === 'loopback'
      ? policy.allowLoopback
      : canBeOpened(range) && policy.allowedNetworks.some((network) => contains(network, address));
  if (!open) return range;
  return policy.forbiddenPorts.has(port) ? 'own port' : undefined;
}

export const portOf = ({ port, protocol }: { readonly port: string; readonly protocol: string }): number =>
  port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);

/** The address that a URL's host spells out. A name that always means loopback counts as one (RFC 6761). */
function literalOf(hostname: string): string | undefined {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0) return host;
  return /(^|\.)localhost\.?$/i.test(host) ? '127.0.0.1' : undefined;
}

/**
 * Why nothing can ever be delivered to a URL; undefined if its text alone gives no reason. Names are looked up later,
 * at each connection.
 */
export function obviousRefusalOf(url: URL, policy: AddressPolicy): string | undefined {
  const literal = literalOf(url.hostname);
  return literal === undefined ? undefined : refusalOf(literal, portOf(url), policy);
}

const lookUp = (host: string): Promise<readonly ResolvedAddress[]> => lookup(host, { all: true });

/**
 * Finds the host's addresses to which connections are allowed. The caller connects to one of these without another
 * lookup: a hostile name server might give another answer next time.
 * @throws RefusedAddress, and every error of the lookup
 */
export async function resolveAllowed(
  hostname: string,
  port: number,
  policy: AddressPolicy,
  ask: (host: string) => Promise<readonly ResolvedAddress[]> = lookUp,
): Promise<readonly ResolvedAddress[]> {
  const host = hostname.replace(/^\[|\]$/g, '');
  const family = isIP(host);
  const found = family === 0 ? await ask(host) : [{ address: host, family }];
  const judged = found.map((resolved) => ({ resolved, refusal: refusalOf(resolved.address, port, policy) }));
  const allowed = judged.filter(({ refusal }) => refusal === undefined).map(({ resolved }) => resolved);
  if (allowed.length === 0) throw new RefusedAddress(judged[0]?.refusal ?? 'no address');
  return allowed;
}
