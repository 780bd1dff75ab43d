import { type Fault, FAULTS_MAX, POINTER_LENGTH_MAX } from '@halyard/core';
import { escapePointer, fieldAt } from '@halyard/input';
import { type ServiceRequest } from '@halyard/http';

/** The parts of a request. Two requests are the same if these parts are equal. */
type RequestContent = Pick<ServiceRequest, 'method' | 'path' | 'body'>;

const KEY_POINTER = '/headers/Idempotency-Key';

/** Writes JSON with sorted keys and without blanks, so that bodies with the same meaning give the same text. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const object = value as Readonly<Record<string, unknown>>;
  let members = '';
  for (const key of Object.keys(object).sort()) {
    members += `${members && ','}${JSON.stringify(key)}:${canonicalJson(object[key])}`;
  }
  return `{${members}}`;
}

export const canonicalRequest = ({ method, path, body }: RequestContent): string =>
  `${method} ${path}\n${canonicalJson(body)}`;

export const targetOf = (canonical: string): string => canonical.split('\n', 1)[0] ?? canonical;

function readCanonical(text: string): { readonly target: string; readonly body: unknown } {
  const end = text.indexOf('\n');
  return { target: text.slice(0, end), body: JSON.parse(text.slice(end + 1)) as unknown };
}

/**
 * Says how two requests with the same key differ: a fault at the pointer of each member that was changed, added or left
 * out (the first 25 of them), or one fault at the key if the method or path differs.
 */
export function differences(first: string, second: string): Fault[] {
  const [was, is] = [readCanonical(first), readCanonical(second)];
  if (was.target !== is.target) {
    return [{ code: 'Invalid', message: `Idempotency-Key was used for ${was.target}.`, path: KEY_POINTER }];
  }
  const pointers = new Set<string>();
  for (const pointer of differingPointers(was.body, is.body)) {
    pointers.add(pointer);
    if (pointers.size === FAULTS_MAX) break;
  }
  return [...pointers].map((path) => ({
    code: 'Invalid',
    message: `${fieldAt(path)} differs from the first request with this key.`,
    path,
  }));
}

/** Pointers to the members that differ. If a pointer would be too long, it points to the object around the member. */
function* differingPointers(was: unknown, is: unknown, path = ''): Generator<string> {
  if (canonicalJson(was) === canonicalJson(is)) return;
  const before = membersOf(was);
  const after = membersOf(is);
  if (!before || !after || Array.isArray(was) !== Array.isArray(is)) {
    yield path;
    return;
  }
  for (const key of new Set([...before.keys(), ...after.keys()])) {
    const pointer = `${path}/${escapePointer(key)}`;
    const isShared = before.has(key) && after.has(key);
    if (pointer.length > POINTER_LENGTH_MAX) {
      if (canonicalJson(before.get(key)) !== canonicalJson(after.get(key)) || !isShared) yield path;
    } else if (isShared) yield* differingPointers(before.get(key), after.get(key), pointer);
    else yield pointer;
  }
}

const membersOf = (value: unknown): ReadonlyMap<string, unknown> | undefined =>
  typeof value === 'object' && value !== null ? new Map(Object.entries(value)) : undefined;
