import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';
import { type IpAddress, type AddressPolicy, type Network, networkOf } from '../address-policy.js';

/** An address in the form of `dns.lookup`. */
export interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

/** No address of the host is allowed. `reason` is safe to show: it does not reveal the address. */
export class RefusedAddress extends Error {
  override readonly name = 'RefusedAddress';
  constructor(readonly reason: string) {
    super(`the address is not allowed: ${reason}`);
  }
}

/** Never opened: these ranges name no single host, or hide an IPv4 address from other rules. */
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

/** Global unicast as IANA assigned it; any other IPv6 address is special or unassigned. */
const globalUnicast = networkOf('2000::/3');
/** RFC 4291, 2.5.5.1: deprecated, and still understood by some network stacks. */
const ipv4Compatible = networkOf('::/96');

const contains = ({ base, bits }: Network, address: IpAddress): boolean =>
  base.kind() === address.kind() && address.match(base, bits);

/** `public`, or the name of the address's special range. */
function rangeOf(address: IpAddress): string {
  const range: string = address.range();
  if (range !== 'unicast') return range;
  if (address.kind() === 'ipv4' || contains(globalUnicast, address)) return 'public';
  return contains(ipv4Compatible, address) ? 'ipv4Compatible' : 'unassigned';
}

/** Whether it is an address of this machine. Read each time: addresses come and go. */
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

/** The address that a URL's host spells out itself, or a name that always means loopback (RFC 6761). */
function literalOf(hostname: string): string | undefined {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0) return host;
  return /(^|\.)localhost\.?$/i.test(host) ? '127.0.0.1' : undefined;
}

/** Why a URL can never be delivered to, as far as its text tells. Names are looked up at each connection instead. */
export function obviousRefusalOf(url: URL, policy: AddressPolicy): string | undefined {
  const literal = literalOf(url.hostname);
  return literal === undefined ? undefined : refusalOf(literal, portOf(url), policy);
}

const lookUp = (host: string): Promise<readonly ResolvedAddress[]> => lookup(host, { all: true });

/**
 * The host's addresses to which connections are allowed. The caller connects to these and does not look the name up
 * again: a hostile name server may give another answer next time.
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
