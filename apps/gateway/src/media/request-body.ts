import type { Route } from '@halyard/contracts';
import { DomainError, errorCodes, type Fault, validationError } from '@halyard/core';
import { escapePointer, fieldAt, FoundPointers, isJsonObject, usualFault } from '@halyard/input';
import { isPlainType, isVendorType } from './answer-type.js';
import { parseExactly, ROUNDED } from './exact-json.js';

/** For JSON bodies; documents have a limit of their own. */
export const BODY_BYTES_MAX = 256 * 1024;
const DEPTH_MAX = 32;
/** Maximum members of one object, far above any real body: validation compares each name with all others. */
const MEMBERS_MAX = 1_000;
/** Maximum characters of names and values: every link of a list repeats its query. */
const QUERY_LENGTH_MAX = 2_048;
/** For pages: they return an application's own text (`state`) to it. */
export const PAGE_QUERY_LENGTH_MAX = 12_288;

export type JsonObject = { readonly [key: string]: unknown };

const utf8 = new TextDecoder('utf-8', { fatal: true });
/** Characters that no database stores as text: NUL, and halves of surrogate pairs. */
const UNSTORABLE = /[\0\p{Surrogate}]/u;

export const isJsonType = (essence: string): boolean => isVendorType(essence) || isPlainType(essence);

/** @throws DomainError BadRequest */
export function textOf(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new DomainError('BadRequest');
  }
}

/** The place where the text stops being JSON. Nothing of the text is repeated. */
function placeOf(error: unknown): string {
  const [, position] = /at position (\d+)/.exec(error instanceof SyntaxError ? error.message : '') ?? [];
  return position === undefined ? '' : ` It is no JSON from character ${Number(position) + 1} on.`;
}

function parse(text: string): unknown {
  try {
    return parseExactly(text);
  } catch (error) {
    throw new DomainError('BadRequest', { message: `${errorCodes.BadRequest.message}${placeOf(error)}` });
  }
}

/**
 * Reads a JSON body. An empty body and `null` count as the empty object: clients send either to routes that need
 * nothing.
 *
 * @throws DomainError BadRequest for anything but an object, for too deep nesting, objects with too many members, and
 * keys that reach for a prototype; ValidationError with the pointer of every value that can't be stored as it was sent
 */
export function parseJsonBody(bytes: Buffer): JsonObject {
  const text = textOf(bytes);
  if (text.trim() === '') return {};
  const body = parse(text) ?? {};
  if (!isJsonObject(body)) throw new DomainError('BadRequest');
  const unstorable = new FoundPointers();
  findUnstorable(body, [], unstorable);
  if (!unstorable.isEmpty) throw new DomainError('ValidationError', unstorable.faults(unstorableFault));
  return body;
}

/**
 * Finds values that can't be stored. Rounded numbers count too. A bad member name is reported at its object.
 *
 * @param keys on the way to the value; unchanged when this returns
 */
function findUnstorable(value: unknown, keys: string[], found: FoundPointers): void {
  if (typeof value === 'string') {
    if (UNSTORABLE.test(value)) found.add(keys);
    return;
  }
  if (value === ROUNDED) found.add(keys);
  if (typeof value !== 'object' || value === null) return;
  if (keys.length >= DEPTH_MAX) throw new DomainError('BadRequest');
  const members = Object.entries(value);
  if (members.length > MEMBERS_MAX && !Array.isArray(value)) throw new DomainError('BadRequest');
  for (const [key, child] of members) {
    if (reachesPrototype(key, child)) throw new DomainError('BadRequest');
    if (UNSTORABLE.test(key)) {
      found.add(keys);
      continue;
    }
    keys.push(key);
    findUnstorable(child, keys, found);
    keys.pop();
  }
}

const reachesPrototype = (key: string, value: unknown): boolean =>
  key === '__proto__' || (key === 'constructor' && isJsonObject(value) && Object.hasOwn(value, 'prototype'));

const unstorableFault = (path: string): Fault => ({
  code: 'InvalidFormat',
  message: `${fieldAt(path)} can't be stored exactly as sent: it has a character that is none, or more digits than a number keeps.`,
  path,
});

const invalid = (path: string): Fault => usualFault('InvalidFormat', path);

/** @throws DomainError ValidationError at /query/<name> for values that can't be stored, at /query if it is too long */
export function checkQuery(
  query: Readonly<Record<string, string | readonly string[]>>,
  lengthMax = QUERY_LENGTH_MAX,
): void {
  if (lengthOf(query) > lengthMax) throw validationError(invalid('/query'));
  const faults = Object.entries(query)
    .filter(([name, value]) => UNSTORABLE.test(name) || [value].flat().some((item) => UNSTORABLE.test(item)))
    .map(([name]) => invalid(`/query/${escapePointer(name)}`));
  if (faults.length > 0) throw validationError(...faults);
}

/**
 * Refuses requests for an earlier moment: no route can answer them yet, and the current state must not pass for the
 * past. Files and pages without a token have no past.
 *
 * @throws DomainError ValidationError
 */
export function refusePast({ access, kind }: Route, query: Readonly<Record<string, unknown>>): void {
  if ((access !== 'anyone' || kind === 'plain') && 'asOf' in query)
    throw validationError(usualFault('NotAllowed', '/query/asOf'));
}

function lengthOf(query: Readonly<Record<string, string | readonly string[]>>): number {
  let length = 0;
  for (const [name, value] of Object.entries(query)) {
    for (const item of [value].flat()) length += name.length + item.length;
  }
  return length;
}
