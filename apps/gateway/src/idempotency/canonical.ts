import type { Method } from '@halyard/contracts';
import type { Fault } from '@halyard/core';
import { escapePointer, fieldAt } from '@halyard/http';

/** What decides whether a request is the same as an earlier one. */
export interface RequestContent {
  readonly method: Method;
  readonly path: string;
  readonly body: unknown;
}

/** JSON with the keys of every object in order and no blanks: equal for bodies that mean the same. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`).join(',')}}`;
}

export const canonicalRequest = ({ method, path, body }: RequestContent): string =>
  `${method} ${path}\n${canonicalJson(body)}`;

export function readCanonical(text: string): { readonly target: string; readonly body: unknown } {
  const end = text.indexOf('\n');
  return { target: text.slice(0, end), body: JSON.parse(text.slice(end + 1)) as unknown };
}

export const KEY_POINTER = '/headers/Idempotency-Key';

/**
 * What the second use of a key says differently: a fault at the pointer of each member that was changed, added or left
 * out; one at the key itself when it was used for another method or path.
 */
export function differences(first: string, second: string): Fault[] {
  const [was, is] = [readCanonical(first), readCanonical(second)];
  if (was.target !== is.target) {
    return [{ code: 'Invalid', message: `Idempotency-Key was used for ${was.target}.`, path: KEY_POINTER }];
  }
  return differingPointers(was.body, is.body).map((path) => ({
    code: 'Invalid',
    message: `${fieldAt(path)} differs from the first request with this key.`,
    path,
  }));
}

function differingPointers(was: unknown, is: unknown, path = ''): string[] {
  if (canonicalJson(was) === canonicalJson(is)) return [];
  const before = membersOf(was);
  const after = membersOf(is);
  if (!before || !after || Array.isArray(was) !== Array.isArray(is)) return [path];
  const keys = new Set([...before.keys(), ...after.keys()]);
  return [...keys].flatMap((key) => {
    const pointer = `${path}/${escapePointer(key)}`;
    return before.has(key) && after.has(key) ? differingPointers(before.get(key), after.get(key), pointer) : [pointer];
  });
}

const membersOf = (value: unknown): ReadonlyMap<string, unknown> | undefined =>
  typeof value === 'object' && value !== null ? new Map(Object.entries(value)) : undefined;
