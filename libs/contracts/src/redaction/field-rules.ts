import { z } from 'zod';
import { contentOfSchema, type RedactedContent } from '../kernel/rows/field-contents.js';

/** A form of values that may be shown. `link` is the address of a resource of this API. */
export type ValueForm =
  | { readonly words: readonly string[] }
  | { readonly pattern: string }
  | { readonly is: 'number'; readonly min?: number; readonly max?: number }
  | { readonly is: 'boolean' | 'id' | 'time' | 'link' };

/**
 * How the log of requests shows the value of a field (ADR 94): as the kind of its content; unchanged; unchanged if it
 * has one of these forms; or by the rules of its members or items.
 */
export type FieldRule =
  | RedactedContent
  | 'unknown'
  | 'invalid'
  | 'kept'
  | { readonly forms: readonly ValueForm[] }
  | { readonly fields: FieldRules }
  | { readonly items: FieldRule };

/** Rules of members, by their names. Members without a rule are `unknown`. */
export interface FieldRules {
  readonly [name: string]: FieldRule;
}

/** The rules of request bodies and queries, by the names of their routes. */
export interface RequestRules {
  readonly bodies: { readonly [route: string]: FieldRule };
  readonly queries: { readonly [route: string]: FieldRules };
}

type Schema = z.core.$ZodType;

const showable: ReadonlySet<string> = new Set(['enum', 'literal', 'boolean', 'number', 'int']);
const showableTexts: ReadonlySet<string | undefined> = new Set(['uuid', 'datetime']);

/** The rule of a value that may be shown. */
type ShownRule = (schema: Schema) => FieldRule;
const asItIs: ShownRule = () => 'kept';

/** @throws Error for a text whose content is not declared */
function ruleOf(schema: Schema, path: string, shown: ShownRule): FieldRule {
  const content = contentOfSchema(schema);
  if (content !== undefined) return content === 'link' || content === 'kept' ? shown(schema) : content;
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodReadonly || schema instanceof z.ZodNullable)
    return ruleOf(schema._zod.def.innerType, path, shown);
  if (schema instanceof z.ZodObject) return { fields: rulesOf(schema.shape, path, shown) };
  if (schema instanceof z.ZodArray) return { items: ruleOf(schema._zod.def.element, `${path}[]`, shown) };
  const { type, format } = schema._zod.def as { readonly type: string; readonly format?: string };
  if (showable.has(type) || (type === 'string' && showableTexts.has(format))) return shown(schema);
  throw new Error(`${path}: say what it contains, as in text('name')`);
}

const rulesOf = (shape: Readonly<Record<string, Schema>>, path: string, shown: ShownRule): FieldRules =>
  Object.fromEntries(Object.entries(shape).map(([name, schema]) => [name, ruleOf(schema, `${path}.${name}`, shown)]));

/** How the log of requests shows the attributes of a resource, or of any object. */
export const shownRules = (shape: Readonly<Record<string, Schema>>, path: string): FieldRules =>
  rulesOf(shape, path, asItIs);

/** Shows a value only if it has the form of its schema, because anybody may have sent it. */
const ofItsForm: ShownRule = (schema) => {
  if (schema instanceof z.ZodEnum) return { forms: [{ words: schema.options.map(String) }] };
  if (schema instanceof z.ZodLiteral) return { forms: [{ words: [...schema.values].map(String) }] };
  if (schema instanceof z.ZodBoolean) return { forms: [{ is: 'boolean' }] };
  if (schema instanceof z.ZodNumber) return { forms: [{ is: 'number' }] };
  if (schema instanceof z.ZodUUID) return { forms: [{ is: 'id' }] };
  if (schema instanceof z.ZodISODateTime) return { forms: [{ is: 'time' }] };
  const forms = (schema._zod.def.checks ?? []).flatMap((check) =>
    check instanceof z.core.$ZodCheckRegex ? [{ pattern: check._zod.def.pattern.source }] : [],
  );
  return forms.length > 0 ? { forms } : 'kept';
};

/** How operators see the data of an event, as its schema declares it. */
export const dataRule = (schema: Schema, type: string): FieldRule => ruleOf(schema, type, ofItsForm);
