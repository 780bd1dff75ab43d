import { DomainError } from '@halyard/core';

/** Deeper than any body of the API. class-transformer and the validators recurse, so depth must be bounded first. */
const DEPTH_MAX = 20;

export type PlainBody = Record<string, unknown>;

export const isJsonObject = (value: unknown): value is PlainBody =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function plainValue(value: unknown, left: string, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth > DEPTH_MAX) throw new DomainError('BadRequest', { message: 'The request body is nested too deeply.' });
  if (Array.isArray(value)) return value.map((item) => plainValue(item, left, depth + 1));
  return plainObject(value, left, depth);
}

/** @param left the key to leave out, wherever it is */
function plainObject(value: object, left: string, depth: number): PlainBody {
  const copy: PlainBody = {};
  for (const [key, item] of Object.entries(value)) {
    if (item !== undefined && key !== left) copy[key] = plainValue(item, left, depth + 1);
  }
  return copy;
}

/**
 * A copy of a JSON body that is safe to walk: an object, bounded in depth, without undefined values and without the key
 * that would set a prototype. A missing body becomes an empty object, so that the DTO reports what is missing.
 * @throws DomainError BadRequest for another top-level type, or a body nested too deeply
 */
export function plainBody(body: unknown): PlainBody {
  if (body === undefined) return {};
  if (!isJsonObject(body)) throw new DomainError('BadRequest');
  return plainObject(body, '__proto__', 0);
}

/** A copy for class-transformer, which takes a value under the key `constructor` for its object's class. */
export const withoutConstructors = (body: PlainBody): PlainBody => plainObject(body, 'constructor', 0);

/** Null counts as missing. */
export const isGiven = (value: unknown): boolean => value !== undefined && value !== null;
