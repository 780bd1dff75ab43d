import { DomainError } from '@halyard/core';

/** Deeper than any body of the API; class-transformer and the validators recurse, so depth must be bounded first. */
const DEPTH_MAX = 20;

export type PlainBody = Record<string, unknown>;

/** Keys that reach an object's prototype in a careless copy. No field of the API has such a name. */
const isPrototypeKey = (key: string): boolean => key === '__proto__' || key === 'constructor' || key === 'prototype';

function plainValue(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth > DEPTH_MAX) throw new DomainError('BadRequest', { message: 'The request body is nested too deeply.' });
  if (Array.isArray(value)) return value.map((item) => plainValue(item, depth + 1));
  return plainObject(value, depth);
}

function plainObject(value: object, depth: number): PlainBody {
  const copy: PlainBody = {};
  for (const [key, item] of Object.entries(value)) {
    if (item !== undefined && !isPrototypeKey(key)) copy[key] = plainValue(item, depth + 1);
  }
  return copy;
}

/**
 * A copy of a JSON body that is safe to walk: an object, bounded in depth, without prototype keys and undefined values.
 * A missing body becomes an empty object, so that the DTO reports what is missing.
 *
 * @throws DomainError BadRequest for another top-level type, or a body nested too deeply
 */
export function plainBody(body: unknown): PlainBody {
  if (body === undefined) return {};
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new DomainError('BadRequest');
  return plainObject(body, 0);
}
