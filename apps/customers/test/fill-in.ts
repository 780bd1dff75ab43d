import type { Form, FormField, Forms, Json } from '@halyard/contracts';
import { newId } from '@halyard/core';
import { Ajv2020 } from 'ajv/dist/2020.js';

/** A person might type these. A field gets the first that matches its pattern. */
const TEXTS = ['Ada', 'P4815162342', '2 Elm St', '50010', '1234', '123456789'];

const schemas = new Ajv2020();

interface Body {
  [field: string]: Json;
}

/** The value typed by a person who knows about a field only what its form says. */
export function valueFor({ name, value, type, options, example, pattern }: FormField): string {
  if (value !== undefined) return value;
  // These values must be unique.
  if (type === 'email') return `${newId()}@example.com`;
  if (name === 'correlationId') return newId();
  if (options) return options.at(-1)?.key ?? '';
  if (example !== undefined) return example;
  const text = pattern === undefined ? 'Ada' : TEXTS.find((one) => schemas.validate({ type: 'string', pattern }, one));
  if (text === undefined) throw new Error(`nobody knows what ${name} is to look like`);
  return text;
}

/** Puts a value where the pointer says. */
export function put(body: Body, path: string, value: Json): Body {
  const [key = '', ...rest] = path.slice(1).split('/');
  const within = (body[key] ?? {}) as Body;
  return { ...body, [key]: rest.length === 0 ? value : put(within, `/${rest.join('/')}`, value) };
}

export const filledIn = (fields: readonly FormField[]): Body =>
  fields.reduce<Body>((body, field) => put(body, field.path, valueFor(field)), {});

/** Each form twice: with all of its fields, and with only the required ones. */
export const waysToFillIn = (forms: Forms): [string, Form, readonly FormField[]][] =>
  Object.entries(forms).flatMap(([name, form]): [string, Form, readonly FormField[]][] => [
    [`${name}, whole`, form, form.fields],
    [`${name}, what is required`, form, form.fields.filter(({ isRequired }) => isRequired)],
  ]);
