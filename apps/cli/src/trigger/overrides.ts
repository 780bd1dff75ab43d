import { wrongUsage } from '../exit-codes.js';
import type { RequestKind } from '../nouns/noun.js';
import { requestFields } from '../nouns/table.js';

type Tree = { [name: string]: unknown };

const kinds = Object.keys(requestFields) as RequestKind[];
const isKind = (name: string): name is RequestKind => kinds.some((kind) => kind === name);

/**
 * Whether a request has the field. `fees.2.amount.value` counts as `fees.0.amount.value`, `metadata.order` as
 * `metadata.*`.
 */
function hasField(kind: RequestKind, name: string): boolean {
  const steps = name.split('.');
  return requestFields[kind].some((field) => {
    const parts = field.split('.');
    return (
      parts.length === steps.length &&
      parts.every(
        (part, at) => part === steps[at] || part === '*' || (part === '0' && /^\d{1,2}$/.test(steps[at] ?? '')),
      )
    );
  });
}

/** Names of the fields that a user can set, without those that the user names freely. */
export const settable = (made: readonly RequestKind[]): readonly string[] =>
  made.flatMap((kind) =>
    requestFields[kind].filter((field) => !field.includes('*')).map((field) => `${kind}.${field}`),
  );

/** The fields that a user sets, by their request. */
export type Overrides = ReadonlyMap<RequestKind, ReadonlyMap<string, string>>;

/** The request that a name means: `customer.firstName`, or `firstName` if only one request has such a field. */
function placed(name: string, made: readonly RequestKind[]): readonly [RequestKind, string] {
  const [first = '', ...rest] = name.split('.');
  const inner = rest.join('.');
  if (isKind(first) && made.includes(first) && hasField(first, inner)) return [first, inner];
  const having = made.filter((kind) => hasField(kind, name));
  const [only] = having;
  if (only && having.length === 1) return [only, name];
  if (having.length > 1)
    throw wrongUsage(`${name} is of several: say ${having.map((kind) => `${kind}.${name}`).join(' or ')}`);
  const there = made.map((kind) => `${kind}: ${requestFields[kind].join(', ')}`);
  throw wrongUsage(
    `${name} is no field of what is sent${there.length > 0 ? `; there are\n  ${there.join('\n  ')}` : ''}`,
  );
}

/** @throws CommandFailure for a name that does not fit, with those that do */
export function overridesOf(given: ReadonlyMap<string, string>, made: readonly RequestKind[]): Overrides {
  const overrides = new Map<RequestKind, Map<string, string>>();
  for (const [name, value] of given) {
    const [kind, field] = placed(name, made);
    overrides.set(kind, (overrides.get(kind) ?? new Map<string, string>()).set(field, value));
  }
  return overrides;
}

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null;

export function withFields(
  body: Readonly<Record<string, unknown>>,
  fields: ReadonlyMap<string, string> = new Map(),
): Tree {
  const changed = structuredClone(body) as Tree;
  for (const [name, value] of fields) {
    const steps = name.split('.');
    const last = steps.pop() ?? name;
    let at = changed;
    steps.forEach((step, index) => {
      const next = steps[index + 1] ?? last;
      const found = at[step];
      const inner = isTree(found) ? found : ((/^\d+$/.test(next) ? [] : {}) as Tree);
      at[step] = inner;
      at = inner;
    });
    at[last] = value;
  }
  return changed;
}
