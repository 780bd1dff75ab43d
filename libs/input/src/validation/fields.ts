import type { Type } from '@nestjs/common';
import { getMetadataStorage } from 'class-validator';
import { type RuleCondition, conditionOf } from './conditions.js';
import { type JsonSchema, patternSchema, type Term, termOf } from './declared.js';
import { transformers } from './transformer-storage.js';

/** A rule of a field: either one of class-validator, or one that a term has declared. */
interface Rule {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly term?: Term;
  /** Whether this rule lets blank text pass. */
  readonly takesBlank: boolean;
}

export interface DeclaredField {
  readonly name: string;
  readonly rules: readonly Rule[];
  readonly conditions: readonly RuleCondition[];
  readonly nested?: Type<object>;
}

/** The schemas of those class-validator rules that DTOs use, by the names of the rules. */
const own: Readonly<Record<string, (...constraints: readonly unknown[]) => JsonSchema>> = {
  isString: () => ({ type: 'string' }),
  isBoolean: () => ({ type: 'boolean' }),
  isInt: () => ({ type: 'integer' }),
  isPositive: () => ({ exclusiveMinimum: 0 }),
  isIn: (values) => ({ enum: values }),
  maxLength: (max) => ({ type: 'string', maxLength: max }),
  isLength: (min, max) => ({ type: 'string', minLength: min, maxLength: max }),
  min: (min) => ({ type: 'number', minimum: min }),
  max: (max) => ({ type: 'number', maximum: max }),
  minLength: (min) => ({ type: 'string', minLength: min }),
  isArray: () => ({ type: 'array' }),
  arrayMinSize: (min) => ({ type: 'array', minItems: min }),
  arrayMaxSize: (max) => ({ type: 'array', maxItems: max }),
  arrayNotContains: (values) => ({ type: 'array', items: { not: { enum: values } } }),
  matches: (pattern) => {
    if (!(pattern instanceof RegExp) || /[^u]/.test(pattern.flags))
      throw new Error('only the flag u can be documented');
    return patternSchema(pattern);
  },
};

type Metadata = ReturnType<ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas']>[number];

const constraintsOf = ({ constraints }: Metadata): readonly unknown[] => (constraints as unknown[] | undefined) ?? [];

/** The schema of a rule; undefined if the rule can be run, but not described. */
export const schemaOfRule = (rule: Metadata): JsonSchema | undefined =>
  termOf(rule)?.schema ?? own[rule.name ?? rule.type]?.(...constraintsOf(rule));

function ruleOf(rule: Metadata, field: string): Rule {
  const term = termOf(rule);
  const name = rule.name ?? rule.type;
  const schema = schemaOfRule(rule);
  if (!schema || rule.each) throw new Error(`${field} has a rule that cannot be read: ${name}`);
  if (term) return { name, term, schema, takesBlank: term.test(' ') };
  const [first] = constraintsOf(rule);
  const takesBlank = first instanceof RegExp ? first.test(' ') : name !== 'isIn';
  return { name, schema, takesBlank };
}

/** The fields of a class, inherited ones first. @throws Error for a rule that can be run, but not described */
export function fieldsOf(dto: Type<object>): DeclaredField[] {
  const storage = getMetadataStorage();
  const metadata = storage.getTargetValidationMetadatas(dto, '', false, false);
  const inherited = metadata.filter(({ target }) => target !== dto);
  const groups = storage.groupByPropertyName([...inherited, ...metadata.filter(({ target }) => target === dto)]);
  return Object.entries(groups).map(([name, found]) => {
    const field = `${dto.name}.${name}`;
    const nested = transformers.findTypeMetadata(dto, name)?.typeFunction();
    return {
      name,
      // TypeScript applies decorators from the bottom up, but people read them from the top down.
      rules: found
        .filter(({ type }) => type === 'customValidation')
        .map((rule) => ruleOf(rule, field))
        .reverse(),
      conditions: found.filter(({ type }) => type === 'conditionalValidation').map((rule) => read(rule, field)),
      ...(nested && { nested }),
    };
  });
}

function read(rule: Metadata, field: string): RuleCondition {
  const condition = conditionOf(rule);
  if (!condition) throw new Error(`${field} has a condition that cannot be read`);
  return condition;
}
