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
  /** Of numbers. Of a field of the first item of a list, `max` is how many items there may be. */
  readonly min?: number;
  readonly max?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  /** Several values may be sent, as a list. */
  readonly multiple?: boolean;
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

/** A template that is filled in: what is to be sent. */
export interface Filled {
  readonly method: 'POST' | 'DELETE';
  /** Absent where the template is sent to the resource that has it. */
  readonly target?: string;
  readonly body?: FormData | Readonly<Record<string, unknown>>;
}

const STEP = /(^|\.)\d+(?=\.|$)/g;

/** The fields of further items of a list have the rules of those of the first: `fees.2.amount` is `fees.0.amount`. */
const ruleNameOf = (name: string): string => name.replace(STEP, '$10');

const isFixed = ({ readOnly, type }: Property): boolean => readOnly === true || type === 'hidden';

/** What is wrong with a text; undefined if nothing is. */
function faultOfText({ regex, minLength, maxLength, options }: Property, value: string): string | undefined {
  if (minLength !== undefined && value.length < minLength) return `needs ${minLength} characters`;
  if (maxLength !== undefined && value.length > maxLength) return `may have ${maxLength} characters`;
  // eslint-disable-next-line patterns/seen -- the API's own, as it tells it
  if (regex !== undefined && !new RegExp(`^(?:${regex})$`, 'u').test(value)) return 'does not have the required form';
  const known = options?.inline?.map((option) => (typeof option === 'string' ? option : option.value));
  return known && !known.includes(value) ? `must be one of ${known.join(', ')}` : undefined;
}

function faultOfNumber({ min, max }: Property, value: unknown): string | undefined {
  const number = typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : value;
  if (typeof number !== 'number') return 'must be a number';
  if (min !== undefined && number < min) return `must be at least ${min}`;
  return max !== undefined && number > max ? `must be at most ${max}` : undefined;
}

function faultOf(property: Property, value: unknown): string | undefined {
  if (value === undefined || value === '') return property.required ? 'is required' : undefined;
  if (isFixed(property))
    return property.value === undefined || value === property.value
      ? undefined
      : `must be ${JSON.stringify(property.value)}`;
  if (property.multiple)
    return [value].flat().map((each) => (typeof each === 'string' ? faultOfText(property, each) : undefined))[0];
  if (property.type === 'number') return faultOfNumber(property, value);
  if (property.type === 'checkbox') return typeof value === 'boolean' ? undefined : 'must be true or false';
  return typeof value === 'string' ? faultOfText(property, value) : undefined;
}

/** The values of the fields: those that are given, and those that the template has. */
function filledIn({ properties = [] }: Template, values: Values): Map<string, unknown> {
  const named = new Map(properties.map((property) => [property.name, property]));
  const fields = new Map<string, { property: Property | undefined; value: unknown }>(
    properties.map((property) => [property.name, { property, value: property.value }]),
  );
  for (const [name, value] of Object.entries(values)) {
    const property = named.get(name) ?? named.get(ruleNameOf(name));
    fields.set(name, { property, value: value ?? property?.value });
  }
  const faults = [...fields].flatMap(([field, { property, value }]) => {
    const there = [...named.keys()].join(', ') || 'none';
    const message = property ? faultOf(property, value) : `is not a field; there are ${there}`;
    return message === undefined ? [] : [{ field, message }];
  });
  if (faults.length > 0) throw new TemplateError(faults);
  return new Map([...fields].flatMap(([name, { value }]) => (value === undefined ? [] : [[name, value]])));
}

/**
 * What a template sends with these values.
 *
 * @throws TemplateError for a field that it does not have, or whose rules refuse the value
 */
export function fillIn(template: Template, values: Values): Filled {
  const filled = filledIn(template, values);
  const target = template.target === undefined ? {} : { target: template.target };
  if (template.method.toUpperCase() === 'DELETE') return { method: 'DELETE', ...target };
  const isForm = template.contentType === 'multipart/form-data';
  return { method: 'POST', ...target, body: isForm ? formDataOf(filled) : bodyOf(filled) };
}

type Tree = { [name: string]: unknown };

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null;

/** `fees.0.amount.value` is an item of a list: a step that is a number makes one. */
function bodyOf(filled: ReadonlyMap<string, unknown>): Tree {
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
