import { ValidateIf } from 'class-validator';
import { isGiven } from './plain-body.js';

/** The condition of a field's rules, in a form that can be read. `given` means neither missing nor null. */
export type RuleCondition =
  | { readonly kind: 'given'; readonly orEmpty?: true }
  | { readonly kind: 'with' | 'without'; readonly fields: readonly string[] };

type Holds = (body: object, value: unknown) => boolean;

const conditions = new WeakMap<object, RuleCondition>();

function when(condition: RuleCondition, holds: Holds): PropertyDecorator {
  conditions.set(holds, condition);
  return ValidateIf(holds);
}

/** Reads the condition from a rule of class-validator; undefined if that is not possible. */
export function conditionOf({
  name,
  constraints,
}: {
  readonly name?: string;
  readonly constraints: unknown;
}): RuleCondition | undefined {
  if (name === 'isOptional') return { kind: 'given' };
  const [holds] = Array.isArray(constraints) ? (constraints as unknown[]) : [];
  return typeof holds === 'function' ? conditions.get(holds) : undefined;
}

/** Lets a field be missing, null or empty text. `@IsOptional()` does not allow empty text. */
export const OptionalOrEmpty = (): PropertyDecorator =>
  when({ kind: 'given', orEmpty: true }, (_, value) => isGiven(value) && value !== '');

/** Applies the field's rules if one of the other fields is given. */
export const OnlyWith = (...fields: string[]): PropertyDecorator =>
  when({ kind: 'with', fields }, (body) => fields.some((field) => isGiven(Reflect.get(body, field))));

/** Applies the field's rules unless one of the other fields is given instead. */
export const OnlyWithout = (...fields: string[]): PropertyDecorator =>
  when({ kind: 'without', fields }, (body) => !fields.some((field) => isGiven(Reflect.get(body, field))));
