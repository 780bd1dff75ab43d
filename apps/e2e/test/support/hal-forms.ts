import { newId } from '@halyard/core';
import type { HalAnswer, HalBody, HalClient } from '@halyard/suite/client';
import { pictureOf } from './documents.js';
import { fileOfUnknownEntry } from './return-file.js';

/** A field of a template, as the contract and HAL-FORMS define it. */
export interface Property {
  readonly name: string;
  readonly prompt: string;
  readonly type: string;
  readonly required: boolean;
  readonly readOnly?: boolean;
  readonly value?: string;
  readonly regex?: string;
  readonly min?: number;
  readonly max?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly step?: number;
  readonly placeholder?: string;
  readonly multiple?: boolean;
  readonly options?: {
    readonly inline?: readonly { readonly prompt: string; readonly value: string }[];
    readonly link?: { readonly href: string };
    readonly valueField?: string;
    readonly selectedValues?: readonly string[];
  };
}

export interface Template {
  readonly title: string;
  readonly method: 'POST' | 'DELETE';
  readonly target: string;
  readonly contentType: string;
  readonly properties: readonly Property[];
}

export type Templates = Readonly<Record<string, Template>>;

/** Values by field name. */
export type Values = ReadonlyMap<string, unknown>;

export const HAL_FORMS = 'application/prs.hal-forms+json';

export const templatesIn = (body: HalBody): Templates => (body['_templates'] ?? {}) as Templates;

export async function askWithForms(client: HalClient, url: string, token?: string): Promise<HalAnswer> {
  const authorization = `Bearer ${token ?? (await client.accessToken())}`;
  return client.raw('GET', url, { accept: HAL_FORMS, authorization });
}

/** The values at a path of names with dots, in each item of any list on the way. */
function valuesAt(value: unknown, [name, ...rest]: readonly string[]): unknown[] {
  if (Array.isArray(value)) return value.flatMap((item) => valuesAt(item, name === undefined ? [] : [name, ...rest]));
  if (name === undefined) return [value];
  return typeof value === 'object' && value !== null ? valuesAt(Reflect.get(value, name), rest) : [];
}

/** The choices for a field; empty if people may type anything. */
export async function choicesOf(client: HalClient, { options }: Property): Promise<readonly unknown[]> {
  if (!options?.link) return (options?.inline ?? []).map(({ value }) => value);
  let { body } = await client.get(options.link.href);
  const last = body._links?.['last']?.href;
  if (last !== undefined) ({ body } = await client.get(last));
  return valuesAt(Object.values(body._embedded ?? {}).flat(), (options.valueField ?? '').split('.'));
}

const texts = ['Ada', '2 Elm St', '4815162342', 'https://example.com/hooks', 'a-secret-of-more-than-32-characters'];

/** The value to send for a text: a number for `number`, true or false for `checkbox`. */
function sentOf(type: string, value: string): unknown {
  if (type === 'number') return Number(value);
  return type === 'checkbox' ? value === 'true' : value;
}

/** The value that a person types who only knows the shown properties of the field. */
async function typed(client: HalClient, property: Property): Promise<unknown> {
  const { name, type, value, placeholder, regex, min, step, multiple, minLength = 0 } = property;
  if (value !== undefined) return sentOf(type, value);
  if (property.options?.selectedValues) return property.options.selectedValues;
  if (type === 'email') return `${newId()}@example.com`;
  if (name === 'correlationId') return newId();
  if (name === 'accountNumber') return String(BigInt(`0x${newId().slice(-12)}`)).slice(-10);
  if (name === 'amount.value') return 5;
  if (type === 'number') return min ?? step ?? 1;
  if (type === 'checkbox') return true;
  if (type === 'file') return undefined;
  const chosen = (await choicesOf(client, property)).at(-1);
  if (chosen !== undefined) return multiple ? [chosen] : chosen;
  if (property.options) return undefined;
  const text = [placeholder ?? '', ...texts].find(
    (one) => one.length > 0 && one.length >= minLength && (regex === undefined || new RegExp(regex, 'u').test(one)),
  );
  if (text === undefined) throw new Error(`nothing fits ${JSON.stringify(property)}`);
  return text;
}

/** The fields that a person fills in who leaves out as much as possible. */
function neededOf({ properties }: Template): readonly Property[] {
  const needed = properties.filter(
    ({ required, value, type, options }) =>
      required || value !== undefined || options?.selectedValues !== undefined || type === 'file',
  );
  // If no field of a form is required, the form still wants one of them, with the other fields of its object.
  const [first] = properties;
  const one = properties.filter(({ name }) => name.split('.')[0] === first?.name.split('.')[0]);
  return needed.length > 0 ? needed : one;
}

/** Whether any field may be left out. */
export const hasOptional = (template: Template): boolean => neededOf(template).length < template.properties.length;

/** @param all whether optional fields are filled in as well */
export async function filledIn(client: HalClient, template: Template, all = true): Promise<Values> {
  const asked = all ? template.properties : neededOf(template);
  const values = await Promise.all(asked.map(async (each) => [each, await typed(client, each)] as const));
  return new Map(
    values
      .filter(([{ type }, value]) => type === 'file' || value !== undefined)
      .map(([{ name }, value]) => [name, value]),
  );
}

/** Whether no required field is missing. A list with a field's options may be empty, so that the field has no value. */
export const isWhole = ({ properties }: Template, values: Values): boolean =>
  properties.every(({ name, required }) => !required || values.has(name));

const isIndex = (key: string): boolean => /^\d+$/.test(key);

/** Dots in a name make a path in the body. Numbers are places in lists. */
export function bodyOf(values: Values): object {
  const body = {};
  for (const [name, value] of values) {
    const keys = name.split('.');
    let at: object = body;
    for (const [place, key] of keys.entries()) {
      const next = keys[place + 1];
      const known: unknown = Reflect.get(at, key);
      const inner: unknown = next === undefined ? value : (known ?? (isIndex(next) ? [] : {}));
      Reflect.set(at, key, inner);
      if (next !== undefined) at = inner as object;
    }
  }
  return body;
}

const BOUNDARY = '----a-boundary-of-forms';

/** Fields of type `file` get pictures, or a file from a bank where that is what the form sends; all other fields text. */
function multipartOf({ target, properties }: Template, values: Values): Buffer {
  const fileOf = (): string | Buffer => (target.endsWith('/bank-files') ? fileOfUnknownEntry() : pictureOf(newId()));
  const parts = properties
    .filter(({ name }) => values.has(name))
    .flatMap(({ name, type }) => {
      const isFile = type === 'file';
      const about = isFile ? `; filename="license.jpg"` : '';
      const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${about}\r\n\r\n`;
      return [head, isFile ? fileOf() : String(values.get(name)), '\r\n'];
    });
  return Buffer.concat([...parts, `--${BOUNDARY}--\r\n`].map((part) => Buffer.from(part)));
}

/** Sends a filled-in template, and uses nothing but the template for that. */
export async function sendForm(client: HalClient, template: Template, values: Values): Promise<HalAnswer> {
  const { method, target, contentType, properties } = template;
  const isMultipart = contentType === 'multipart/form-data';
  const headers = {
    authorization: `Bearer ${await client.accessToken()}`,
    accept: HAL_FORMS,
    'idempotency-key': newId(),
    'content-type': isMultipart ? `${contentType}; boundary=${BOUNDARY}` : contentType,
  };
  const empty = method === 'DELETE' ? undefined : '';
  const body = isMultipart ? multipartOf(template, values) : JSON.stringify(bodyOf(values));
  return client.raw(method, target, headers, properties.length === 0 ? empty : body);
}

/** The pointers of the faults of an answer. */
export const pointersOf = ({ body }: HalAnswer): string[] =>
  (body._embedded?.['errors'] ?? []).map((fault) => String(fault['path']));

export const pointerTo = (name: string): string => `/${name.replaceAll('.', '/')}`;

/** Values that each break one rule of a field. Undefined leaves the field out. */
export function brokenValues({
  required,
  type,
  regex,
  min,
  max,
  step,
  minLength,
  maxLength,
  options,
}: Property): unknown[] {
  const isNumber = type === 'number';
  const text = isNumber || type === 'checkbox' || type === 'file' ? [] : ['!', ' ', '\u0000', 'x'.repeat(5_000)];
  return [
    ...(required ? [undefined] : []),
    ...(regex === undefined ? [] : [text.find((one) => !new RegExp(regex, 'u').test(one))]),
    ...(options && !isNumber ? ['no-such-option'] : []),
    ...(isNumber && min !== undefined ? [min - (step ?? 1)] : []),
    ...(isNumber && max !== undefined ? [max + (step ?? 1)] : []),
    ...(isNumber && step !== undefined ? [(min ?? 0) + step * 1.5] : []),
    ...(isNumber || type === 'checkbox' ? ['abc'] : []),
    ...(minLength !== undefined && minLength > 1 ? ['x'.repeat(minLength - 1)] : []),
    ...(maxLength !== undefined ? ['x'.repeat(maxLength + 1)] : []),
    ...(type === 'email' ? ['nobody'] : []),
    ...(type === 'date' ? ['1990-02-31'] : []),
  ];
}

/** Faults that no form can foresee: they depend on a database, on the clock or on another field. */
const notInForms: ReadonlySet<string> = new Set([
  'Invalid /_links/destination/href',
  'NotAllowed /fees',
  'InsufficientFunds /_links/source/href',
  'RequiresFundingSource /_links/destination/href',
  'Invalid /fees/0/_links/charge-to/href',
  'Invalid /_links/on-demand-authorization/href',
  'Duplicate /application/key',
  'Invalid /partnerToken',
  'Invalid /plaidToken',
  'NotAllowed /channels',
  'Invalid /fromSequence',
  'Invalid /toSequence',
]);

/** Whether the answer has no other faults. */
export const isKnownElsewhere = ({ body }: Pick<HalAnswer, 'body'>): boolean => {
  const faults = body._embedded?.['errors'] ?? [];
  return faults.length > 0 && faults.every(({ code, path }) => notInForms.has(`${String(code)} ${String(path)}`));
};
