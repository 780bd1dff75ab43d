import type { FieldChoices, FieldContent, FormInput } from '@halyard/contracts';
import { registerDecorator, type ValidationOptions } from 'class-validator';

/** A schema in the dialect of OpenAPI 3.1 (JSON Schema 2020-12), with those keywords that rules need. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

/**
 * A rule of ours for a value, and how to describe it. `test` gets any value that a client sends; it never throws, and
 * depends on nothing else.
 */
export interface Term {
  readonly name: string;
  readonly test: (value: unknown) => boolean;
  /** The content of a value, such as a name, if the schema does not tell it: see `content.ts`. */
  readonly content?: FieldContent;
  /** The schema. Its description says what is allowed, also in the message of a fault. */
  readonly schema: JsonSchema;
  /** The test for each item of a list, so that a fault is reported at the place of its item. */
  readonly item?: (item: unknown) => boolean;
  /** How a form asks for the field, if not by plain text. */
  readonly input?: FormInput;
  /** The labels that a form shows for the values in the schema's `enum`. Values can be in groups. */
  readonly options?: Choices;
  /** The list in the API that has the possible values. */
  readonly choices?: FieldChoices;
}

/** Labels by value. The labels of a group's values are under the group's name. */
export interface Choices {
  readonly [value: string]: string | Readonly<Record<string, string>>;
}

/** Declares a term for a field. All our own rules are added to class-validator here. */
export function declare(term: Term, options: ValidationOptions = {}): PropertyDecorator {
  return (target, propertyKey) =>
    registerDecorator({
      name: term.name,
      target: target.constructor,
      propertyName: String(propertyKey),
      options,
      constraints: [term],
      // class-validator passes on a rule's context only if the rule has a text. Clients get a text made from the code
      // instead.
      validator: { validate: term.test, defaultMessage: () => term.name },
    });
}

/** The term that declared a rule; undefined for class-validator's own rules. */
export function termOf({ constraints }: { readonly constraints?: unknown }): Term | undefined {
  const [first] = Array.isArray(constraints) ? (constraints as unknown[]) : [];
  return typeof first === 'object' && first !== null && 'schema' in first && 'test' in first
    ? (first as Term)
    : undefined;
}

/** How other languages write these parts of a pattern. Their strings contain no halves of surrogate pairs. */
const ranges: Readonly<Record<string, string>> = {
  '\\0': '\\u0000',
  '\\p{Cc}': '\\u0000-\\u001f\\u007f-\\u009f',
  '\\p{Surrogate}': '',
};

/** The source of a pattern, for a schema that programs in any language read. */
export const sourceOf = (pattern: RegExp): string =>
  pattern.source.replaceAll(/\\0|\\p\{(?:Cc|Surrogate)\}/g, (name) => ranges[name] ?? name);

/** The beginning of a pattern that refuses blank text. */
const NOT_BLANK = '^(?!\\s*$)';

/** Writes a pattern as a schema. Other languages have no look-ahead, so the schema may have two patterns. */
export function patternSchema(pattern: RegExp): JsonSchema {
  const source = sourceOf(pattern);
  if (!source.startsWith(NOT_BLANK)) return { type: 'string', pattern: source };
  return { type: 'string', pattern: source.replace(NOT_BLANK, '^'), allOf: [{ pattern: '\\S' }] };
}

/**
 * Makes a term for text whose only rule is a pattern. The pattern must be linear, which lint enforces, and have no
 * other flag than `u`.
 */
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

/** Labels a field, if its name does not: `@Label('ZIP code')`. */
export const Label =
  (text: string): PropertyDecorator =>
  (target, propertyKey) => {
    const ofClass = labels.get(target) ?? new Map<string, string>();
    labels.set(target, ofClass.set(String(propertyKey), text));
  };

/** What a class, or a class that it extends, declares of a field. */
function declaredOf(
  declared: WeakMap<object, Map<string, string>>,
  dto: { readonly prototype: object },
  field: string,
): string | undefined {
  for (let level: unknown = dto.prototype; typeof level === 'object' && level !== null;) {
    const found = declared.get(level)?.get(field);
    if (found !== undefined) return found;
    level = Object.getPrototypeOf(level);
  }
  return undefined;
}

/**
 * The label of a field: the one that its class, or a class that it extends, declares; otherwise its name in words, such
 * as `Date of birth` for `dateOfBirth`.
 */
export const labelOf = (dto: { readonly prototype: object }, field: string): string =>
  declaredOf(labels, dto, field) ?? wordsOf(field);

const formNames = new WeakMap<object, Map<string, string>>();

/** Names the form in which the field stands for another one, if that is not the field's own name. */
export const FormName =
  (name: string): PropertyDecorator =>
  (target, propertyKey) => {
    const ofClass = formNames.get(target) ?? new Map<string, string>();
    formNames.set(target, ofClass.set(String(propertyKey), name));
  };

export const formNameOf = (dto: { readonly prototype: object }, field: string): string =>
  declaredOf(formNames, dto, field) ?? field;

/** Words that people spell in another way than the API's names. */
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

/** Writes a name in words: `Receive only` for `receive-only`, `ACH` for `ach`. */
export function wordsOf(name: string): string {
  const words = name
    .replaceAll(/([a-z])([A-Z0-9])/g, '$1 $2')
    .toLowerCase()
    .split(/[-_ ]/)
    .map((word) => spellings[word] ?? word)
    .join(' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
