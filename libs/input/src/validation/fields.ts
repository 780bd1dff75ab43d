import type { Type } from '@nestjs/common';
import { getMetadataStorage } from 'class-validator';
import { type RuleCondition, conditionOf } from './conditions.js';
import { type JsonSchema, patternSchema, type Term, termOf } from './declared.js';
import { transformers } from './transformer-storage.js';

/** The term that declared the rule, or class-validator's own rule, and its schema. */
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

/** By its name in class-validator: the schema of each rule that DTOs use. */
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

/** Undefined for a rule that can be run but not read. */
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

/** Inherited fields come first. @throws Error for a rule that can be run but not read */
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
      // Decorators are applied from the bottom up, but read from the top down.
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
