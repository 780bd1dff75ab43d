import { isIP } from 'node:net';

const GROUPS = 8;
/** What one subscriber is given at least (RFC 6177): within it addresses are for the taking. */
const GROUPS_OF_NETWORK = 4;
/** IPv4 within IPv6 (RFC 4291, 2.5.5.2), as sockets write it that serve both. */
const MAPPED = [0, 0, 0, 0, 0, 0xffff];

/**
 * Whom an address belongs to, as far as it can be told: IPv4 (also within IPv6) by itself, IPv6 by its /64. Text that is
 * no address stays as it is.
 */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const groups = groupsOf(address);
  if (MAPPED.every((group, index) => groups[index] === group))
    return groups.slice(MAPPED.length).flatMap(bytes).join('.');
  return `${groups
    .slice(0, GROUPS_OF_NETWORK)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/** All eight groups of an IPv6 address. */
function groupsOf(address: string): number[] {
  const [withoutZone = ''] = address.split('%', 1);
  const [head = [], tail = []] = withoutZone.split('::').map(written);
  const left = Array<number>(GROUPS - head.length - tail.length).fill(0);
  return [...head, ...left, ...tail];
}

/** An IPv4 address at the end stands for two groups. */
const written = (text: string): number[] => (text === '' ? [] : text.split(':').flatMap(group));

function group(text: string): number[] {
  if (!text.includes('.')) return [Number.parseInt(text, 16)];
  const [a = 0, b = 0, c = 0, d = 0] = text.split('.').map(Number);
  return [a * 256 + b, c * 256 + d];
}

const bytes = (pair: number): number[] => [pair >> 8, pair & 0xff];
