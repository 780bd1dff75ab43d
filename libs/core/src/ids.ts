import { hash, randomUUID } from 'node:crypto';
import { NIBBLES } from './hex.js';

/** A part of every derived id in this product. If it changed, all of these ids would change. */
const NAMESPACE = '5b1f0c1e-9a67-5d0a-8f0d-7c0a4b1e2d3f';

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** A factor that spreads small numbers over 32 bits (the fraction of the golden ratio). */
const SPREAD = 0x9e3779b1;

const COUNT_MAX = 0xfff;

/** The two hexadecimal digits of each byte. `toString(16)` would be slower for numbers of more than 31 bits. */
const HEX = Array.from({ length: 0x100 }, (_, byte) => byte.toString(16).padStart(2, '0'));

let newestMs = 0;
/** The beginning of ids made at the newest time: that time and the version. */
let newestHead = '';
let count = 0;

/**
 * Makes a UUIDv7 (RFC 9562, 6.2 method 1). Its first 48 bits are the time, and the next 12 count within that time. So
 * the ids of a process increase, and rows created together are stored together. Deciders never call this.
 */
export function newId(): string {
  const nowMs = Date.now();
  if (nowMs > newestMs) beginTime(nowMs);
  else if (count === COUNT_MAX) beginTime(newestMs + 1);
  else count += 1;
  return `${newestHead}${(count >> 8).toString(16)}${hex(count)}${randomUUID().slice(18)}`;
}

function beginTime(ms: number): void {
  newestMs = ms;
  count = 0;
  const time = ms.toString(16).padStart(12, '0');
  newestHead = `${time.slice(0, 8)}-${time.slice(8)}-7`;
}

/**
 * Derives an id (UUIDv8) from parts. The same parts always give the same id, so a step that uses it stays idempotent
 * across processes and crashes.
 */
export function deriveId(...parts: readonly string[]): string {
  const digest = hash('sha256', `${NAMESPACE}\n${parts.join('\n')}`);
  return `${digest.slice(0, 8)}-${digest.slice(8, 12)}-8${digest.slice(13, 16)}-a${digest.slice(17, 20)}-${digest.slice(20, 32)}`;
}

/**
 * Makes another id with the same time for a purpose; purposes are numbered from 0. Different purposes give different
 * ids, and two ids that differ still differ afterwards, so collisions become no likelier.
 */
export function siblingId(id: string, purpose: number): string {
  let mixed = Math.imul(purpose + 1, SPREAD);
  for (let at = 28; at < 36; at += 1) mixed ^= (NIBBLES[id.charCodeAt(at)] ?? 0) << (4 * (35 - at));
  // The short parts are joined first: joining two long strings would keep both of them in memory.
  return id.slice(0, 28) + (hex(mixed >>> 24) + hex(mixed >>> 16) + hex(mixed >>> 8) + hex(mixed));
}

const hex = (bits: number): string => HEX[bits & 0xff] ?? '';

const TIMELESS = '00000000-0000';

/**
 * Derives an id from an origin and parts. The same input always gives the same id. The id looks like a UUIDv7 with the
 * origin's time, so it is stored among ids of that time, and can be told from older ones. If the origin has no time,
 * the id has that of the epoch; this costs only speed.
 */
export function deriveTimedId(origin: string, ...parts: readonly string[]): string {
  const time = origin[14] === '7' ? origin.slice(0, 13) : TIMELESS;
  return `${time}-7${deriveId(origin, ...parts).slice(15)}`;
}

export const isId = (text: unknown): text is string => typeof text === 'string' && text.length === 36 && ID.test(text);

export const idOfHex = (hex: string): string => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** The beginning of an id, as a person copies it. It has at least eight characters. */
export const ID_BEGINNING = /^[0-9a-f]{8}[0-9a-f-]{0,28}$/i;

/** The least and the greatest id that begin with these digits. */
export function idsBeginning(digits: string): readonly [least: string, greatest: string] {
  const hex = digits.replaceAll('-', '').slice(0, 32);
  return [hex.padEnd(32, '0'), hex.padEnd(32, 'f')];
}

/** The time at which a UUIDv7 was made, in milliseconds since the epoch; 0 for an id without a time. */
export const idTimeMs = (id: string): number =>
  id[14] === '7' ? Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) : 0;
