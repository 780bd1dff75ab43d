interface Option {
  readonly value: string;
}

/** A field of a template. */
export interface Property {
  readonly name: string;
  readonly prompt?: string;
  readonly type?: string;
  readonly required?: boolean;
  readonly readOnly?: boolean;
  readonly value?: unknown;
  readonly regex?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly options?: { readonly inline?: readonly (Option | string)[] };
}

/** What can be done with a resource, as it says itself (HAL-FORMS). */
export interface Template {
  readonly title?: string;
  readonly method: string;
  readonly target?: string;
  readonly contentType?: string;
  readonly properties?: readonly Property[];
}

/** By the names of the fields; those of nested objects and lists are separated by dots. */
export type Values = Readonly<Record<string, unknown>>;

/** Values that a template does not take. Nothing was sent. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError';
  constructor(readonly errors: readonly { readonly field: string; readonly message: string }[]) {
    super(errors.map(({ field, message }) => `${field}: ${message}`).join('\n'));
  }
}

/** What is wrong with a value; undefined if nothing is. */
function faultOf({ required, regex, minLength, maxLength, options }: Property, value: unknown): string | undefined {
  if (value === undefined || value === '') return required ? 'is required' : undefined;
  if (typeof value !== 'string') return undefined;
  if (minLength !== undefined && value.length < minLength) return `needs ${minLength} characters`;
  if (maxLength !== undefined && value.length > maxLength) return `may have ${maxLength} characters`;
  // eslint-disable-next-line patterns/seen -- the API's own, as it tells it
  if (regex !== undefined && !new RegExp(`^(?:${regex})$`, 'u').test(value)) return 'does not have the required form';
  const known = options?.inline?.map((option) => (typeof option === 'string' ? option : option.value));
  return known && !known.includes(value) ? `must be one of ${known.join(', ')}` : undefined;
}

/**
 * The values of the template's fields: those that are given, and those that it has.
 *
 * @throws TemplateError for a field that it does not have, or whose rules refuse the value
 */
export function filledIn({ properties = [] }: Template, values: Values): Map<string, unknown> {
  const names = new Set(properties.map(({ name }) => name));
  const unknown = Object.keys(values).filter((name) => !names.has(name));
  const filled = properties.map((property) => {
    const { name, readOnly, type, value } = property;
    const isFixed = readOnly === true || type === 'hidden';
    return { property, value: isFixed ? value : (values[name] ?? value) };
  });
  const faults = [
    ...unknown.map((field) => ({ field, message: `is not a field; there are ${[...names].join(', ') || 'none'}` })),
    ...filled.flatMap(({ property, value }) => {
      const message = faultOf(property, value);
      return message === undefined ? [] : [{ field: property.name, message }];
    }),
  ];
  if (faults.length > 0) throw new TemplateError(faults);
  return new Map(filled.flatMap(({ property, value }) => (value === undefined ? [] : [[property.name, value]])));
}

type Tree = { [name: string]: unknown };

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null;

/** `fees.0.amount.value` is an item of a list: a step that is a number makes one. */
export function bodyOf(filled: ReadonlyMap<string, unknown>): Tree {
  const body: Tree = {};
  for (const [name, value] of filled) {
    const steps = name.split('.');
    const last = steps.pop() ?? name;
    let at: Tree = body;
    steps.forEach((step, index) => {
      const next = steps[index + 1] ?? last;
      const found = at[step];
      const inner = isTree(found) ? found : ((/^\d+$/.test(next) ? [] : {}) as Tree);
      at[step] = inner;
      at = inner;
    });
    at[last] = value;
  }
  return body;
}

export function formDataOf(entries: Iterable<readonly [string, unknown]>): FormData {
  const form = new FormData();
  for (const [name, value] of entries) form.append(name, value instanceof Blob ? value : String(value));
  return form;
}
