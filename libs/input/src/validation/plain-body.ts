import { DomainError } from '@halyard/core';

/**
 * The greatest depth of a body. No body of the API is as deep. class-transformer and the validators recurse, so the
 * depth is checked before.
 */
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

/** @param left the key that is left out everywhere */
function plainObject(value: object, left: string, depth: number): PlainBody {
  const copy: PlainBody = {};
  for (const [key, item] of Object.entries(value)) {
    if (item !== undefined && key !== left) copy[key] = plainValue(item, left, depth + 1);
  }
  return copy;
}

/**
 * Copies a JSON body, so that it is safe to walk: it is an object, limited in depth, without undefined values, and
 * without the key that would set a prototype. A missing body becomes an empty object, so that the DTO reports what is
 * missing.
 * @throws DomainError BadRequest if the body is no object, or is nested too deeply
 */
export function plainBody(body: unknown): PlainBody {
  if (body === undefined) return {};
  if (!isJsonObject(body)) throw new DomainError('BadRequest');
  return plainObject(body, '__proto__', 0);
}

/** Copies a body for class-transformer, which would take the value of a key `constructor` for the object's class. */
export const withoutConstructors = (body: PlainBody): PlainBody => plainObject(body, 'constructor', 0);

/** Whether a value is given. Null counts as missing. */
export const isGiven = (value: unknown): boolean => value !== undefined && value !== null;
