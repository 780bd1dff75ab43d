import type { Type } from '@nestjs/common';
import { anyFieldOf } from './any-field.js';
import type { JsonSchema } from './declared.js';
import { type DeclaredField, fieldsOf } from './fields.js';
import { alternativesOf, variantsOf } from './variants.js';

/** Keywords that more than one rule of a field may use. */
const REPEATED = new Set(['pattern', 'not', 'anyOf', 'items', 'maxItems', 'maxLength']);

/** Merges the schemas of a field's rules. If several use the same keyword, the later ones go into `allOf`. */
function merged(schemas: readonly JsonSchema[]): JsonSchema {
  const result: Record<string, unknown> = {};
  const others: JsonSchema[] = [];
  for (const [keyword, value] of schemas.flatMap((schema) => Object.entries(schema))) {
    if (keyword === 'allOf') others.push(...(value as JsonSchema[]));
    else if (!(keyword in result)) result[keyword] = value;
    else if (keyword === 'description') result[keyword] = `${String(result[keyword])} ${String(value)}`;
    else if (REPEATED.has(keyword)) others.push({ [keyword]: value });
    else if (JSON.stringify(result[keyword]) !== JSON.stringify(value)) {
      throw new Error(`two rules of a field disagree on ${keyword}`);
    }
  }
  return others.length > 0 ? { ...result, allOf: others } : result;
}

/** The part of `@Required()` that the field's other rules do not require already. */
function required(rules: DeclaredField['rules']): JsonSchema {
  const others = rules.filter(({ name }) => name !== 'required');
  if (others.some(({ takesBlank }) => !takesBlank)) return {};
  return { ...(others.length === 0 && { not: { type: 'null' } }), pattern: '\\S' };
}

/** The schema of a field's value, for the case that it is given. */
function valueSchema({ rules, nested }: DeclaredField): JsonSchema {
  const others = rules.filter(({ name }) => name !== 'required').map(({ schema }) => schema);
  const value = merged([...others, ...rules.filter(({ name }) => name === 'required').map(() => required(rules))]);
  if (!nested) return value;
  if (value['type'] === 'array') return { ...value, items: schemaOf(nested) };
  const { description } = value;
  return { ...(description !== undefined && { description }), ...schemaOf(nested) };
}

/** The schema of an optional value. It may also be null, which counts as missing. */
function optional(schema: JsonSchema, orEmpty: boolean): JsonSchema {
  const isNever = JSON.stringify(schema) === '{"not":{}}';
  const empty: JsonSchema = orEmpty ? { enum: ['', null] } : { type: 'null' };
  if (isNever) return empty;
  const { type, enum: values, examples, ...rest } = schema;
  if (!orEmpty && typeof type === 'string' && !values) return { ...schema, type: [type, 'null'] };
  const value = { ...(type !== undefined && { type }), ...(values !== undefined && { enum: values }), ...rest };
  return { anyOf: [value, empty], ...(examples !== undefined && { examples }) };
}

const given = (field: string): JsonSchema => ({
  required: [field],
  properties: { [field]: { not: { type: 'null' } } },
});
const anyGiven = (fields: readonly string[]): JsonSchema => {
  const [only, ...others] = fields.map(given);
  return only && others.length === 0 ? only : { anyOf: fields.map(given) };
};

class ObjectSchema {
  private readonly properties: Record<string, JsonSchema> = {};
  private readonly required: string[] = [];
  private readonly conditional: JsonSchema[] = [];

  constructor(dto: Type<object>) {
    for (const field of fieldsOf(dto)) this.add(field);
    const any = anyFieldOf(dto);
    if (any) this.conditional.push(anyGiven(any));
  }

  toJson(): JsonSchema {
    return {
      type: 'object',
      properties: this.properties,
      ...(this.required.length > 0 && { required: this.required }),
      ...(this.conditional.length > 0 && { allOf: this.conditional }),
    };
  }

  private add(field: DeclaredField): void {
    const { name, conditions } = field;
    const schema = valueSchema(field);
    const here = { required: [name], properties: { [name]: schema } };
    const [condition, ...others] = conditions;
    if (others.length > 0) throw new Error(`${name} has more than one condition`);
    if (!condition) {
      this.properties[name] = schema;
      this.required.push(name);
    } else if (condition.kind === 'given') {
      this.properties[name] = optional(schema, condition.orEmpty === true);
    } else if (condition.kind === 'with') {
      this.properties[name] = {};
      this.conditional.push({ if: anyGiven(condition.fields), then: here });
    } else {
      this.properties[name] = {};
      this.conditional.push({ if: anyGiven(condition.fields), else: here });
    }
  }
}

/** Whether no body can have the class, because the class refuses the field that would choose it. */
const isImpossible = (dto: Type<object>, field: string): boolean =>
  fieldsOf(dto).some(({ name, rules }) => name === field && rules.some((rule) => rule.name === 'notAllowed'));

/** The classes that a body may have: each once, in the order of declaration. */
export function classesOf(dto: Type<object>): Type<object>[] {
  const variants = variantsOf(dto);
  if (!variants) return [...new Set(alternativesOf(dto)?.flatMap(classesOf) ?? [dto])];
  const { field, classes, otherwise } = variants;
  const possible = [otherwise, ...Object.values(classes)].filter((variant) => !isImpossible(variant, field));
  return [...new Set(possible.flatMap(classesOf))];
}

export const fieldNamesOf = (dto: Type<object>): string[] => [
  ...new Set(classesOf(dto).flatMap((variant) => fieldsOf(variant).map(({ name }) => name))),
];

/**
 * The schema of a class. It does not forbid other fields, because they are ignored. @throws Error for a rule that can
 * be run, but not described
 */
export function schemaOf(dto: Type<object>): JsonSchema {
  const classes = classesOf(dto);
  const [only] = classes;
  if (only && classes.length === 1) return new ObjectSchema(only).toJson();
  return { anyOf: classes.map((variant) => ({ title: variant.name.replace(/Dto$/, ''), ...schemaOf(variant) })) };
}
