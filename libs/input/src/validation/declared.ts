import type { FieldChoices, FieldContent, FormInput } from '@halyard/contracts';
import { registerDecorator, type ValidationOptions } from 'class-validator';

/** A schema in the dialect of OpenAPI 3.1 (JSON Schema 2020-12), with the keywords that rules need. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

/** The test gets any value that a client sends. It must not throw, and depends on nothing else. */
export interface Term {
  readonly name: string;
  readonly test: (value: unknown) => boolean;
  /** The content of a value, if the schema does not tell it: see `content.ts`. */
  readonly content?: FieldContent;
  /** Its description tells what is allowed, also in the message of a fault. */
  readonly schema: JsonSchema;
  /** The rule for each item of a list, so that a fault is reported at the item's place. */
  readonly item?: (item: unknown) => boolean;
  /** The field's input in a form, if it is not plain text. */
  readonly input?: FormInput;
  /** A form's labels for the values of the schema's `enum`; a group has its name and its own values. */
  readonly options?: Choices;
  /** The list of the API that has the values. */
  readonly choices?: FieldChoices;
}

/** Labels by value. Under the name of a group, the labels of its values. */
export interface Choices {
  readonly [value: string]: string | Readonly<Record<string, string>>;
}

/** Declares a term for a field: the only way to add our own rule to class-validator. */
export function declare(term: Term, options: ValidationOptions = {}): PropertyDecorator {
  return (target, propertyKey) =>
    registerDecorator({
      name: term.name,
      target: target.constructor,
      propertyName: String(propertyKey),
      options,
      constraints: [term],
      // class-validator passes on a rule's context only if the rule has a text; clients get a text made from the code.
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

/** Other pattern dialects lack these names. Strings of other languages contain no halves of surrogate pairs. */
const ranges: Readonly<Record<string, string>> = {
  '\\0': '\\u0000',
  '\\p{Cc}': '\\u0000-\\u001f\\u007f-\\u009f',
  '\\p{Surrogate}': '',
};

/** The source of a pattern for a schema, whose readers are written in any language. */
export const sourceOf = (pattern: RegExp): string =>
  pattern.source.replaceAll(/\\0|\\p\{(?:Cc|Surrogate)\}/g, (name) => ranges[name] ?? name);

/** The beginning of a pattern that does not match blank text. */
const NOT_BLANK = '^(?!\\s*$)';

/** A pattern as a schema. Other dialects have no look-ahead, so the schema may have two patterns instead. */
export function patternSchema(pattern: RegExp): JsonSchema {
  const source = sourceOf(pattern);
  if (!source.startsWith(NOT_BLANK)) return { type: 'string', pattern: source };
  return { type: 'string', pattern: source.replace(NOT_BLANK, '^'), allOf: [{ pattern: '\\S' }] };
}

/** Text with a pattern as its only rule. It must be linear, which lint enforces, and may only have the flag `u`. */
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

/** The label of a field, if its name does not tell it: `@Label('ZIP code')`. */
export const Label =
  (text: string): PropertyDecorator =>
  (target, propertyKey) => {
    const ofClass = labels.get(target) ?? new Map<string, string>();
    labels.set(target, ofClass.set(String(propertyKey), text));
  };

/** `dateOfBirth` -> `Date of birth`, unless the class or one that it extends has another label. */
export function labelOf(dto: { readonly prototype: object }, field: string): string {
  for (let level: unknown = dto.prototype; typeof level === 'object' && level !== null;) {
    const label = labels.get(level)?.get(field);
    if (label !== undefined) return label;
    level = Object.getPrototypeOf(level);
  }
  return wordsOf(field);
}

/** Words that people spell differently from the API's names. */
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
