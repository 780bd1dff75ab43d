import type { FormInput } from '@halyard/contracts';
import { registerDecorator, type ValidationOptions } from 'class-validator';

/** A schema in the dialect of OpenAPI 3.1 (JSON Schema 2020-12), as far as rules need one. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

/**
 * A word of the vocabulary that rules are declared in: what it takes, and the same as a schema for those who read the
 * rule instead of running it. The test sees whatever the client sent, must not throw, and depends on nothing else.
 */
export interface Term {
  readonly name: string;
  readonly test: (value: unknown) => boolean;
  readonly schema: JsonSchema;
  /** What a form shows the field as, where it is not plain text. */
  readonly input?: FormInput;
  /** What a form calls the values of the schema's `enum`; groups of them by their names. */
  readonly options?: Choices;
}

/** Values, and what people call them; with the name of a group its values. */
export interface Choices {
  readonly [value: string]: string | Readonly<Record<string, string>>;
}

/** Declares a term for a field: the only way in which a rule of one's own gets to class-validator. */
export function declare(term: Term, options: ValidationOptions = {}): PropertyDecorator {
  return (target, propertyKey) =>
    registerDecorator({
      name: term.name,
      target: target.constructor,
      propertyName: String(propertyKey),
      options,
      constraints: [term],
      // A context is passed on only with a text; the one that clients see is made of the code.
      validator: { validate: term.test, defaultMessage: () => term.name },
    });
}

/** The term that a rule was declared with; undefined for rules of class-validator's own. */
export function termOf({ constraints }: { readonly constraints?: unknown }): Term | undefined {
  const [first] = Array.isArray(constraints) ? (constraints as unknown[]) : [];
  return typeof first === 'object' && first !== null && 'schema' in first && 'test' in first
    ? (first as Term)
    : undefined;
}

/** As schemas write a pattern, whose dialect knows no `\0`. */
export const sourceOf = (pattern: RegExp): string => pattern.source.replaceAll('\\0', '\\u0000');

/** A term of text whose whole rule is a pattern: linear, as lint holds it to, and without flags but `u`. */
export const patternTerm = (name: string, pattern: RegExp, example: string, input?: FormInput): Term => ({
  name,
  test: (value) => typeof value === 'string' && pattern.test(value),
  schema: { type: 'string', pattern: sourceOf(pattern), examples: [example] },
  ...(input && { input }),
});

const labels = new WeakMap<object, Map<string, string>>();

/** What people call a field, where its name does not say it: `@Label('ZIP code')`. */
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

/** `receive-only` -> `Receive only` */
export function wordsOf(name: string): string {
  const words = name
    .replaceAll(/([a-z])([A-Z0-9])/g, '$1 $2')
    .replaceAll(/[-_]/g, ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
