interface Option {
  readonly value: string;
  readonly prompt?: string;
}

/** A field of a template. */
export interface Property {
  readonly name: string;
  readonly prompt?: string;
  readonly type?: string;
  readonly required?: boolean;
  readonly readOnly?: boolean;
  /** A text; of several lines for a field that takes several texts. */
  readonly value?: unknown;
  readonly regex?: string;
  /** Of numbers. Of a field of the first item of a list, `max` is how many items there may be. */
  readonly min?: number;
  readonly max?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  /** Several values may be sent, as a list. */
  readonly multiple?: boolean;
  readonly options?: {
    readonly inline?: readonly (Option | string)[];
    /** Those of the values that the field has now. */
    readonly selectedValues?: readonly string[];
  };
}

/** What can be done with a resource, as it says itself (HAL-FORMS). */
export interface Template {
  readonly title?: string;
  readonly method?: string;
  readonly target?: string;
  /** JSON by default. */
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

/** A template whose method or media type this client can't send. Nothing was sent. */
export class UnsupportedTemplateError extends Error {
  override readonly name = 'UnsupportedTemplateError';
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type Method = (typeof methods)[number];

/** A template that is filled in: what is to be sent. */
export interface Filled {
  readonly method: Method;
  /** Absent where the template is sent to the resource that has it. */
  readonly target?: string;
  readonly contentType: string;
  /** Of GET, what goes into the query. */
  readonly body?: FormData | URLSearchParams | Readonly<Record<string, unknown>>;
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

const NUMBER = /^-?\d+(?:\.\d+)?$/;

function faultOfNumber({ min, max }: Property, value: unknown): string | undefined {
  const number = typeof value === 'string' && NUMBER.test(value) ? Number(value) : value;
  if (typeof number !== 'number') return 'must be a number';
  if (min !== undefined && number < min) return `must be at least ${min}`;
  return max !== undefined && number > max ? `must be at most ${max}` : undefined;
}

const isNumeric = ({ type }: Property): boolean => type === 'number' || type === 'range';

function faultOf(property: Property, value: unknown): string | undefined {
  const { required, multiple, type } = property;
  if (value === undefined || value === '' || (Array.isArray(value) && value.length === 0))
    return required ? 'is required' : undefined;
  if (isFixed(property))
    return property.value === undefined || JSON.stringify(value) === JSON.stringify(initialOf(property))
      ? undefined
      : `must be ${JSON.stringify(property.value)}`;
  if (multiple) return faultOfItems(property, [value].flat());
  if (isNumeric(property)) return faultOfNumber(property, value);
  if (type === 'checkbox') return typeof value === 'boolean' ? undefined : 'must be true or false';
  return typeof value === 'string' ? faultOfText(property, value) : undefined;
}

function faultOfItems(property: Property, items: readonly unknown[]): string | undefined {
  const { max } = property;
  if (max !== undefined && items.length > max) return `may have ${max} values`;
  for (const item of items) {
    const fault = typeof item === 'string' ? faultOfText(property, item) : 'must be text';
    if (fault !== undefined) return items.length > 1 ? `${fault}, and ${JSON.stringify(item)} is not` : fault;
  }
  return undefined;
}

/** A float holds every decimal of so many digits. */
const FLOAT_DIGITS = 15;
const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

/** The number that a text is; the text itself where a float can't hold exactly that number. */
const numberIn = (text: string): number | string =>
  JSON_NUMBER.test(text) && text.replace(/[-.]/g, '').length <= FLOAT_DIGITS ? Number(text) : text;

/** A value as it is sent: forms have all of them as texts. */
function typed(property: Property, value: unknown): unknown {
  if (property.multiple) return typeof value === 'string' ? value.split('\n').filter((line) => line !== '') : value;
  if (typeof value !== 'string') return value;
  if (isNumeric(property)) return numberIn(value);
  if (property.type !== 'checkbox') return value;
  return value === 'true' ? true : value === 'false' ? false : value;
}

/** The value that a field has before anybody fills it in, as it is sent. */
export function initialOf(property: Property): unknown {
  const { value, multiple, options: { selectedValues } = {} } = property;
  return typed(property, value ?? (multiple ? selectedValues : selectedValues?.[0]));
}

/** The values of the fields: those that are given, and those that the template has. */
function filledIn({ properties = [] }: Template, values: Values): Map<string, unknown> {
  const named = new Map(properties.map((property) => [property.name, property]));
  const fields = new Map<string, { property: Property | undefined; value: unknown }>(
    properties.map((property) => [property.name, { property, value: initialOf(property) }]),
  );
  for (const [name, value] of Object.entries(values)) {
    const property = named.get(name) ?? named.get(ruleNameOf(name));
    fields.set(name, { property, value: property ? (typed(property, value) ?? initialOf(property)) : value });
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
 * @throws UnsupportedTemplateError
 */
export function fillIn(template: Template, values: Values): Filled {
  const { method, contentType } = wayOf(template);
  const filled = filledIn(template, values);
  const target = template.target === undefined ? {} : { target: template.target };
  return { method, ...target, contentType, ...(method !== 'DELETE' && { body: encoded(filled, method, contentType) }) };
}

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json$/;
const MULTIPART = 'multipart/form-data';
const URL_ENCODED = 'application/x-www-form-urlencoded';

/** HAL-FORMS says GET where a template has no method. */
export function wayOf({ method: named = 'GET', contentType = 'application/json' }: Template): {
  readonly method: Method;
  readonly contentType: string;
} {
  const method = methods.find((each) => each === named.toUpperCase());
  if (!method) throw new UnsupportedTemplateError(`the form asks for ${named}; there are ${methods.join(', ')}`);
  const type = contentType.split(';')[0]?.trim().toLowerCase() ?? '';
  if (method !== 'DELETE' && method !== 'GET' && !JSON_TYPE.test(type) && type !== MULTIPART && type !== URL_ENCODED)
    throw new UnsupportedTemplateError(`the form asks for ${contentType}, which can't be sent`);
  return { method, contentType: type };
}

function encoded(filled: ReadonlyMap<string, unknown>, method: Method, type: string): NonNullable<Filled['body']> {
  if (method === 'GET' || type === URL_ENCODED)
    return new URLSearchParams(
      [...filled].flatMap(([name, value]) => [value].flat().map((each) => [name, String(each)])),
    );
  return type === MULTIPART ? formDataOf(filled) : bodyOf(filled);
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
  for (const [name, value] of entries)
    for (const each of [value].flat()) form.append(name, each instanceof Blob ? each : String(each));
  return form;
}
