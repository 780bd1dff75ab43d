import { wrongUsage } from '../exit-codes.js';
import { valueAtPath } from '../nouns/at-path.js';
import { isObject } from './terminal-text.js';

const NUMBER = /^\d+$/;

function inside(value: unknown, steps: readonly string[]): unknown {
  const [step, ...rest] = steps;
  if (step === undefined) return value;
  if (Array.isArray(value) && !NUMBER.test(step)) {
    const found = value.map((each) => inside(each, steps)).filter((each) => each !== undefined);
    return found.length > 0 ? found : undefined;
  }
  return isObject(value) && Object.hasOwn(value, step) ? inside(value[step], rest) : undefined;
}

/** The member of a document by its name, with dots for depth. A name within a list's items gives a list. */
export const valueAt = (document: object, name: string): unknown => inside(document, name.split('.'));

/** Keeps the member and whatever encloses it, and drops everything beside it. @returns undefined if there is no such member */
function only(value: unknown, steps: readonly string[]): unknown {
  const [step, ...rest] = steps;
  if (step === undefined) return value;
  if (Array.isArray(value))
    return NUMBER.test(step) ? [only(value[Number(step)], rest)] : value.map((each) => only(each, steps) ?? {});
  if (!isObject(value) || !Object.hasOwn(value, step)) return undefined;
  const found = only(value[step], rest);
  return found === undefined ? undefined : { [step]: found };
}

function merged(one: unknown, other: unknown): unknown {
  if (one === undefined || other === undefined) return one ?? other;
  if (Array.isArray(one) && Array.isArray(other)) return other.map((each, at) => merged(one[at], each));
  if (!isObject(one) || !isObject(other)) return other;
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  const part = (from: Readonly<Record<string, unknown>>, name: string): unknown =>
    Object.hasOwn(from, name) ? from[name] : undefined;
  return Object.fromEntries(names.map((name) => [name, merged(part(one, name), part(other, name))]));
}

/** The document with these members alone, in this order. */
export const withOnly = (document: object, fields: readonly string[]): unknown =>
  fields.map((field) => only(document, field.split('.'))).reduce(merged, {});

/** Whether a member of the document has the name, is within it, or leaves its names open. */
function isOf(member: string, name: string): boolean {
  // Embedded resources are of other kinds, which the document does not always name.
  if (name.split('.')[0] === '_embedded') return true;
  const [known, asked] = [member.split('.'), name.split('.').filter((step) => !NUMBER.test(step))];
  const open = known.indexOf('*');
  if (open >= 0) return asked.every((step, at) => at >= open || step === known[at]);
  return asked.length <= known.length && asked.every((step, at) => step === known[at]);
}

/** The names of the members of whatever a path answers; undefined if the document does not describe it. */
export async function memberNamesAt(path: string): Promise<readonly string[] | undefined> {
  const { kinds, members } = await import('../nouns/members.js');
  const kind = valueAtPath(kinds, path);
  return kind === undefined ? undefined : members[kind];
}

/** @throws CommandFailure for a field that the resource at the path, or the items of the list there, can't have */
export async function requireFields(fields: readonly string[] | undefined, path: string): Promise<void> {
  if (!fields) return;
  const members = await memberNamesAt(path);
  const unknown = members && fields.find((field) => !members.some((member) => isOf(member, field)));
  if (unknown === undefined || !members) return;
  const there = new Set(members.map((member) => member.replace(/^(_\w+)\..*/, '$1')));
  throw wrongUsage(`--fields ${unknown}: there is no such member; there are ${[...there].join(', ')}`);
}
