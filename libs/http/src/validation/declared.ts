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

/** A term of text whose whole rule is a pattern: linear, as lint holds it to, and without flags but `u`. */
export const patternTerm = (name: string, pattern: RegExp, extra: JsonSchema = {}): Term => ({
  name,
  test: (value) => typeof value === 'string' && pattern.test(value),
  schema: { type: 'string', pattern: pattern.source, ...extra },
});
