import { newId } from '@halyard/core';
import type { HalAnswer, HalBody, HalClient } from '@halyard/suite/client';
import { pictureOf } from './documents.js';

/** A field of a template, as contract and HAL-FORMS have it. */
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

/** By the names of fields. */
export type Values = ReadonlyMap<string, unknown>;

export const HAL_FORMS = 'application/prs.hal-forms+json';

export const templatesIn = (body: HalBody): Templates => (body['_templates'] ?? {}) as Templates;

export async function askWithForms(client: HalClient, url: string, token?: string): Promise<HalAnswer> {
  const authorization = `Bearer ${token ?? (await client.accessToken())}`;
  return client.raw('GET', url, { accept: HAL_FORMS, authorization });
}

/** What is at a path of names with dots, in each item of any list on the way. */
function valuesAt(value: unknown, [name, ...rest]: readonly string[]): unknown[] {
  if (Array.isArray(value)) return value.flatMap((item) => valuesAt(item, name === undefined ? [] : [name, ...rest]));
  if (name === undefined) return [value];
  return typeof value === 'object' && value !== null ? valuesAt(Reflect.get(value, name), rest) : [];
}

/** The values among which a field is chosen; none where anything may be typed. */
export async function choicesOf(client: HalClient, { options }: Property): Promise<readonly unknown[]> {
  if (!options?.link) return (options?.inline ?? []).map(({ value }) => value);
  let { body } = await client.get(options.link.href);
  const last = body._links?.['last']?.href;
  if (last !== undefined) ({ body } = await client.get(last));
  return valuesAt(Object.values(body._embedded ?? {}).flat(), (options.valueField ?? '').split('.'));
}

const texts = ['Ada', '2 Elm St', '4815162342', 'https://example.com/hooks', 'a-secret-of-more-than-32-characters'];

/** A text as it is sent: `number` as a number, `checkbox` as true or false. */
function sentOf(type: string, value: string): unknown {
  if (type === 'number') return Number(value);
  return type === 'checkbox' ? value === 'true' : value;
}

/** What somebody types who knows nothing of a field but what is shown. */
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

/** The fields that whoever leaves out what may be left out fills in. */
function neededOf({ properties }: Template): readonly Property[] {
  const needed = properties.filter(
    ({ required, value, type, options }) =>
      required || value !== undefined || options?.selectedValues !== undefined || type === 'file',
  );
  // A form none of whose fields is required wants one of them, with those of the same object.
  const [first] = properties;
  const one = properties.filter(({ name }) => name.split('.')[0] === first?.name.split('.')[0]);
  return needed.length > 0 ? needed : one;
}

/** Whether any field may be left out. */
export const hasOptional = (template: Template): boolean => neededOf(template).length < template.properties.length;

/** @param all whether fields are filled in, too, that may be left out */
export async function filledIn(client: HalClient, template: Template, all = true): Promise<Values> {
  const asked = all ? template.properties : neededOf(template);
  const values = await Promise.all(asked.map(async (each) => [each, await typed(client, each)] as const));
  return new Map(
    values
      .filter(([{ type }, value]) => type === 'file' || value !== undefined)
      .map(([{ name }, value]) => [name, value]),
  );
}

/** Whether nothing is missing: a list that options are chosen from may be empty. */
export const isWhole = ({ properties }: Template, values: Values): boolean =>
  properties.every(({ name, required }) => !required || values.has(name));

const isIndex = (key: string): boolean => /^\d+$/.test(key);

/** Names with dots are paths in the body; numbers are places in lists. */
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

/** Fields of type `file` are pictures; the rest is text. */
function multipartOf({ properties }: Template, values: Values): Buffer {
  const parts = properties
    .filter(({ name }) => values.has(name))
    .flatMap(({ name, type }) => {
      const isFile = type === 'file';
      const about = isFile ? `; filename="license.jpg"` : '';
      const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${about}\r\n\r\n`;
      return [head, isFile ? pictureOf(newId()) : String(values.get(name)), '\r\n'];
    });
  return Buffer.concat([...parts, `--${BOUNDARY}--\r\n`].map((part) => Buffer.from(part)));
}

/** Sends a template that is filled in, by what the template says alone. */
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

/** Values that each break one rule of a field; undefined leaves it out. */
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

/** What no form can know, because it is in a database or depends on the clock or another field. */
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

/** Whether it is refused for nothing else. */
export const isKnownElsewhere = ({ body }: Pick<HalAnswer, 'body'>): boolean => {
  const faults = body._embedded?.['errors'] ?? [];
  return faults.length > 0 && faults.every(({ code, path }) => notInForms.has(`${String(code)} ${String(path)}`));
};
