import type { Type } from '@nestjs/common';
import type { FieldContent } from '@halyard/contracts';
import type { FieldRule, FieldRules, ValueForm } from '@halyard/contracts/redaction';
import type { JsonSchema } from './declared.js';
import { type DeclaredField, fieldsOf } from './fields.js';
import { classesOf } from './schema.js';

const declared = new WeakMap<object, Map<string, FieldContent>>();

/** Says what a field contains, if its rules do not tell: `@Content('birth-date')`. */
export const Content =
  (content: FieldContent): PropertyDecorator =>
  (target, propertyKey) => {
    const ofClass = declared.get(target) ?? new Map<string, FieldContent>();
    declared.set(target, ofClass.set(String(propertyKey), content));
  };

function declaredContent(dto: Type<object>, field: string): FieldContent | undefined {
  for (let level: unknown = dto.prototype; typeof level === 'object' && level !== null;) {
    const content = declared.get(level)?.get(field);
    if (content !== undefined) return content;
    level = Object.getPrototypeOf(level);
  }
  return undefined;
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);
const isSchema = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null;

const formats: Readonly<Record<string, ValueForm>> = {
  uuid: { is: 'id' },
  date: { is: 'time' },
  'date-time': { is: 'time' },
};

const numberForm = ({ minimum, maximum }: JsonSchema): ValueForm => ({
  is: 'number',
  ...(typeof minimum === 'number' && { min: minimum }),
  ...(typeof maximum === 'number' && { max: maximum }),
});

/** The forms that values of a schema have. A pattern counts as a form only if the field is declared to be shown. */
function formsOf(schema: JsonSchema, isKept: boolean): ValueForm[] {
  const { type, format, pattern, enum: values, const: only, anyOf } = schema;
  if (anyOf !== undefined)
    return listOf(anyOf)
      .filter(isSchema)
      .flatMap((each) => formsOf(each, isKept));
  if (values !== undefined) return [{ words: listOf(values).filter((word) => typeof word === 'string') }];
  if (type === 'boolean' || typeof only === 'boolean') return [{ is: 'boolean' }];
  if (type === 'integer' || type === 'number') return [numberForm(schema)];
  const known = typeof format === 'string' ? formats[format] : undefined;
  if (known) return [known];
  return isKept && typeof pattern === 'string' ? [{ pattern }] : [];
}

/** How the request log shows values of a schema (ADR 94). @throws Error if neither the content nor the schema tells */
export function ruleOfValue(
  schemas: readonly JsonSchema[],
  content: FieldContent | undefined,
  path: string,
): FieldRule {
  if (content === 'link') return { forms: [{ is: 'link' }] };
  if (content !== undefined && content !== 'kept') return content;
  const isKept = content === 'kept';
  const items = schemas.map((schema) => schema['items']).find(isSchema);
  const forms = (items ? [items] : schemas).flatMap((schema) => formsOf(schema, isKept));
  if (forms.length === 0) throw new Error(`${path}: say what it contains, as in @Content('name')`);
  return items ? { items: { forms } } : { forms };
}

function ruleOfField(dto: Type<object>, field: DeclaredField, path: string): FieldRule {
  const { rules, nested } = field;
  if (rules.some(({ name }) => name === 'notAllowed')) return 'invalid';
  const saying = rules.find(({ term }) => term?.content !== undefined);
  const content = declaredContent(dto, field.name) ?? saying?.term?.content;
  if (!nested || content !== undefined) {
    // The rule `required` tells nothing of what a value contains.
    const schemas = saying ? [saying.schema] : rules.filter(({ name }) => name !== 'required').map((it) => it.schema);
    return ruleOfValue(schemas, content, path);
  }
  const rule = ruleOfBody(nested, path);
  return rules.some(({ schema }) => schema['type'] === 'array') ? { items: rule } : rule;
}

/**
 * How the request log shows bodies of a DTO class, with all its variants. @throws Error if it is not declared what a
 * field contains, or declared in two ways
 */
export function ruleOfBody(dto: Type<object>, path = ''): FieldRule {
  const fields = classesOf(dto).flatMap((each) =>
    fieldsOf(each).map(
      (field) => [field.name, ruleOfField(each, field, `${path || each.name}.${field.name}`)] as const,
    ),
  );
  const rules: Record<string, FieldRule> = {};
  for (const [name, rule] of fields) {
    const other = rules[name];
    rules[name] = other === undefined ? rule : combined(other, rule, `${path || dto.name}.${name}`);
  }
  return { fields: rules };
}

/** Combines the rules for a field that several classes have. A value is then shown only if all of the rules show it. */
function combined(left: FieldRule, right: FieldRule, path: string): FieldRule {
  if (left === 'invalid' || isSame(left, right)) return right;
  if (right === 'invalid') return left;
  if (typeof left === 'object' && typeof right === 'object') {
    if ('forms' in left && 'forms' in right) return { forms: union(left.forms, right.forms) };
    if ('fields' in left && 'fields' in right) return { fields: combinedFields(left.fields, right.fields, path) };
  }
  if (typeof left === 'string' && isShown(right)) return left;
  if (typeof right === 'string' && isShown(left)) return right;
  throw new Error(`${path}: its classes do not agree on what it contains`);
}

function combinedFields(left: FieldRules, right: FieldRules, path: string): FieldRules {
  const shared = Object.entries(right).map(([name, rule]) => {
    const other = left[name];
    return [name, other === undefined ? rule : combined(other, rule, `${path}.${name}`)] as const;
  });
  return { ...left, ...Object.fromEntries(shared) };
}

const wordsOf = (forms: readonly ValueForm[]): readonly string[] =>
  forms.flatMap((form) => ('words' in form ? form.words : []));

function union(left: readonly ValueForm[], right: readonly ValueForm[]): ValueForm[] {
  const forms = [...left, ...right];
  const words = new Set(wordsOf(forms));
  return [...forms.filter((form) => !('words' in form)), ...(words.size > 0 ? [{ words: [...words] }] : [])];
}

const isShown = (rule: FieldRule): boolean => typeof rule === 'object' && 'forms' in rule;

const isSame = (left: FieldRule, right: FieldRule): boolean => JSON.stringify(left) === JSON.stringify(right);
