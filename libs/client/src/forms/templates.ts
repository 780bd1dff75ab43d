interface Option {
  readonly value: string;
  readonly prompt?: string;
}

export interface Property {
  readonly name: string;
  readonly prompt?: string;
  readonly type?: string;
  readonly required?: boolean;
  readonly readOnly?: boolean;
  /** A text, with one line for each value if the field takes several. */
  readonly value?: unknown;
  /** An example of a value. */
  readonly placeholder?: string;
  readonly regex?: string;
  /** Limits a number. In the first item's field of a list, `max` is the largest number of items. */
  readonly min?: number;
  readonly max?: number;
  /** 1 for a whole number. The API itself checks other steps, such as an amount's 0.01, which no floating point divides. */
  readonly step?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  /** Takes several values as a list. */
  readonly multiple?: boolean;
  readonly options?: {
    readonly inline?: readonly (Option | string)[];
    /** The list that has the options, and the attributes of its items that name them and that are sent. */
    readonly link?: { readonly href: string };
    readonly promptField?: string;
    readonly valueField?: string;
    readonly selectedValues?: readonly string[];
  };
}

/** An action on a resource, as the resource describes it (HAL-FORMS). */
export interface Template {
  readonly title?: string;
  readonly method?: string;
  readonly target?: string;
  /** JSON by default. */
  readonly contentType?: string;
  readonly properties?: readonly Property[];
}

/** By field name. Dots separate the names within nested objects and lists. */
export type Values = Readonly<Record<string, unknown>>;

/** The template does not take these values. Nothing was sent. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError';
  constructor(readonly errors: readonly { readonly field: string; readonly message: string }[]) {
    super(errors.map(({ field, message }) => `${field}: ${message}`).join('\n'));
  }
}

/** This client can't send the template's method or media type. Nothing was sent. */
export class UnsupportedTemplateError extends Error {
  override readonly name = 'UnsupportedTemplateError';
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type Method = (typeof methods)[number];

export interface Filled {
  readonly method: Method;
  /** Absent if the template is sent to its own resource. */
  readonly target?: string;
  readonly contentType: string;
  /** For GET, the query. */
  readonly body?: FormData | URLSearchParams | Readonly<Record<string, unknown>>;
}

const STEP = /(^|\.)\d+(?=\.|$)/g;

/** Fields of further items in a list have the first item's rules: `fees.2.amount` has those of `fees.0.amount`. */
const ruleNameOf = (name: string): string => name.replace(STEP, '$10');

const isFixed = ({ readOnly, type }: Property): boolean => readOnly === true || type === 'hidden';

/** The fault of a text; undefined if there is none. */
function faultOfText({ regex, minLength, maxLength, options }: Property, value: string): string | undefined {
  if (minLength !== undefined && value.length < minLength) return `needs ${minLength} characters`;
  if (maxLength !== undefined && value.length > maxLength) return `may have ${maxLength} characters`;
  // eslint-disable-next-line patterns/seen -- the API's own, as it tells it
  if (regex !== undefined && !new RegExp(`^(?:${regex})$`, 'u').test(value)) return 'does not have the required form';
  const known = options?.inline?.map((option) => (typeof option === 'string' ? option : option.value));
  return known && !known.includes(value) ? `must be one of ${known.join(', ')}` : undefined;
}

const NUMBER = /^-?\d+(?:\.\d+)?$/;

function faultOfNumber({ min, max, step }: Property, value: unknown): string | undefined {
  const number = typeof value === 'string' && NUMBER.test(value) ? Number(value) : value;
  if (typeof number !== 'number') return 'must be a number';
  if (step === 1 && number % 1) return 'must be a whole number';
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

/** A float holds every decimal with this many digits. */
const FLOAT_DIGITS = 15;
const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

/** The number in a text, or the text itself if a float can't hold exactly that number. */
const numberIn = (text: string): number | string =>
  JSON_NUMBER.test(text) && text.replace(/[-.]/g, '').length <= FLOAT_DIGITS ? Number(text) : text;

/** Text of a form as the value to send. */
function typed(property: Property, value: unknown): unknown {
  if (property.multiple) return typeof value === 'string' ? value.split('\n').filter((line) => line !== '') : value;
  if (typeof value !== 'string') return value;
  if (isNumeric(property)) return numberIn(value);
  if (property.type !== 'checkbox') return value;
  return value === 'true' ? true : value === 'false' ? false : value;
}

/** The value that a field sends if nobody fills it in. */
export function initialOf(property: Property): unknown {
  const { value, multiple, options: { selectedValues } = {} } = property;
  return typed(property, value ?? (multiple ? selectedValues : selectedValues?.[0]));
}

/** The given values, and the template's own for all other fields. */
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
 * The request that a template with these values makes.
 *
 * @throws TemplateError for a field that the template does not have, or a value that its rules refuse;
 * UnsupportedTemplateError
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

/** In HAL-FORMS a template without a method means GET. */
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

/** A step that is a number makes a list item: `fees.0.amount.value`. */
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
