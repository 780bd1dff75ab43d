import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';

const MILLIONTHS = 1_000_000n;
const DECIMALS_MAX = 6;
const LOTS = 1n << 64n;

/** @param seed not empty */
export const keyOf = (seed: string): KeyObject => createSecretKey(Buffer.from(seed, 'utf8'));

/**
 * The lot that an entry draws for a rule: the first 8 bytes, big-endian, of HMAC-SHA-256 over `<rule>\n<entry>`
 * (contract of what no peer has, section 3).
 */
export const lotOf = (key: KeyObject, rule: string, entry: string): bigint =>
  createHmac('sha256', key).update(`${rule}\n${entry}`).digest().readBigUInt64BE();

/** The lots below this number are struck. @param share decimal text from `0` to `1`, with at most six decimals */
export function lotsStruckBy(share: string): bigint {
  const [whole = '0', decimals = ''] = share.split('.');
  const millionths = BigInt(whole) * MILLIONTHS + BigInt(decimals.padEnd(DECIMALS_MAX, '0'));
  return (millionths * LOTS) / MILLIONTHS;
}
