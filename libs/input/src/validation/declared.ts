import type { FieldChoices, FieldContent, FormInput } from '@halyard/contracts';
import { registerDecorator, type ValidationOptions } from 'class-validator';

/** A schema in the dialect of OpenAPI 3.1 (JSON Schema 2020-12), as far as rules need it. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

/**
 * A named rule: the test to run, and the same as a schema for readers of the rule. The test gets whatever the client
 * sent, must not throw, and depends on nothing else.
 */
export interface Term {
  readonly name: string;
  readonly test: (value: unknown) => boolean;
  /** What a value contains, where the schema does not say it: see `content.ts`. */
  readonly content?: FieldContent;
  /** Its description says what is allowed, also in the message of a fault. */
  readonly schema: JsonSchema;
  /** The rule for each item of a list, so that a fault is reported at the place of the item. */
  readonly item?: (item: unknown) => boolean;
  /** The input that a form uses for the field, when it is not plain text. */
  readonly input?: FormInput;
  /** Labels in a form for the values of the schema's `enum`; a group has its name and its own values. */
  readonly options?: Choices;
  /** The list of the API that has the values. */
  readonly choices?: FieldChoices;
}

/** Labels by value or, under the name of a group, those of its values. */
export interface Choices {
  readonly [value: string]: string | Readonly<Record<string, string>>;
}

/** Declares a term for a field: the only way to add a rule of our own to class-validator. */
export function declare(term: Term, options: ValidationOptions = {}): PropertyDecorator {
  return (target, propertyKey) =>
    registerDecorator({
      name: term.name,
      target: target.constructor,
      propertyName: String(propertyKey),
      options,
      constraints: [term],
      // class-validator passes a rule's context on only when the rule has a text; the message for clients is made from
      // the code.
      validator: { validate: term.test, defaultMessage: () => term.name },
    });
}

/** The term that a rule was declared with; undefined for class-validator's own rules. */
export function termOf({ constraints }: { readonly constraints?: unknown }): Term | undefined {
  const [first] = Array.isArray(constraints) ? (constraints as unknown[]) : [];
  return typeof first === 'object' && first !== null && 'schema' in first && 'test' in first
    ? (first as Term)
    : undefined;
}

/**
 * Within classes, the ranges of what other dialects of patterns have no name for. Halves of surrogate pairs are in no
 * text of other languages.
 */
const ranges: Readonly<Record<string, string>> = {
  '\\0': '\\u0000',
  '\\p{Cc}': '\\u0000-\\u001f\\u007f-\\u009f',
  '\\p{Surrogate}': '',
};

/** The source of a pattern for a schema, whose readers are written in any language. */
export const sourceOf = (pattern: RegExp): string =>
  pattern.source.replaceAll(/\\0|\\p\{(?:Cc|Surrogate)\}/g, (name) => ranges[name] ?? name);

/** How a pattern begins that blank text does not match. */
const NOT_BLANK = '^(?!\\s*$)';

/** A pattern as a schema, which has two patterns where other dialects have no look-ahead. */
export function patternSchema(pattern: RegExp): JsonSchema {
  const source = sourceOf(pattern);
  if (!source.startsWith(NOT_BLANK)) return { type: 'string', pattern: source };
  return { type: 'string', pattern: source.replace(NOT_BLANK, '^'), allOf: [{ pattern: '\\S' }] };
}

/** A term for text whose whole rule is a pattern: linear, which lint enforces, and with no flag but `u`. */
export const patternTerm = (
  name: string,
  pattern: RegExp,
  {
    description,
    example,
    input,
    content,
  }: { description: string; example: string; input?: FormInput; content: FieldContent },
): Term => ({
  name,
  test: (value) => typeof value === 'string' && pattern.test(value),
  schema: { type: 'string', pattern: sourceOf(pattern), description, examples: [example] },
  content,
  ...(input && { input }),
});

const labels = new WeakMap<object, Map<string, string>>();

/** The label of a field, when its name does not say it: `@Label('ZIP code')`. */
export const Label =
  (text: string): PropertyDecorator =>
  (target, propertyKey) => {
    const ofClass = labels.get(target) ?? new Map<string, string>();
    labels.set(target, ofClass.set(String(propertyKey), text));
  };

/** `dateOfBirth` -> `Date of birth`, unless the class or one that it extends says otherwise. */
export function labelOf(dto: { readonly prototype: object }, field: string): string {
  for (let level: unknown = dto.prototype; typeof level === 'object' && level !== null;) {
    const label = labels.get(level)?.get(field);
    if (label !== undefined) return label;
    level = Object.getPrototypeOf(level);
  }
  return wordsOf(field);
}

/** Words that people write otherwise than names of the API do. */
const spellings: Readonly<Record<string, string>> = {
  '*': 'all',
  accountinfofull: 'account information in full',
  ach: 'ACH',
  dob: 'date of birth',
  doc: 'document',
  ein: 'EIN',
  id: 'ID',
  ip: 'IP',
  llc: 'LLC',
  llp: 'LLP',
  managecustomers: 'manage customers',
  maxattempts: 'maximum attempts',
  microdeposits: 'micro-deposits',
  openid: 'OpenID',
  pkce: 'PKCE',
  ssn: 'SSN',
  url: 'URL',
  urls: 'URLs',
  usd: 'USD',
};

/** `receive-only` -> `Receive only`, `ach` -> `ACH` */
export function wordsOf(name: string): string {
  const words = name
    .replaceAll(/([a-z])([A-Z0-9])/g, '$1 $2')
    .toLowerCase()
    .split(/[-_ ]/)
    .map((word) => spellings[word] ?? word)
    .join(' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
