import { isIP } from 'node:net';

export function isAddressRange(range: string): boolean {
  const [address = '', prefix = '0', ...rest] = range.split('/');
  const bits = { 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return /^\d{1,3}$/.test(prefix) && Number(prefix) <= bits && rest.length === 0;
}

/**
 * Room for a name of 253 characters (RFC 1035) and a port. The length is bounded because every link of an answer
 * repeats the authority.
 */
const AUTHORITY_LENGTH_MAX = 259;
const AUTHORITY = /^(\[[\da-f:.]+\]|[a-z\d._-]+)(?::\d{1,5})?$/i;

/**
 * The name or address in a Host header field (RFC 9110, 7.2), which may also have a port. Undefined for anything else,
 * and for a host that no URL can have, such as `1.2.3.256` or `[::1]:65536`.
 */
export function hostIn(authority: string): string | undefined {
  const host = authority.length <= AUTHORITY_LENGTH_MAX ? AUTHORITY.exec(authority)?.[1] : undefined;
  return host !== undefined && URL.canParse(`https://${authority}`) ? host : undefined;
}
