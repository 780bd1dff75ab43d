import { ValidateIf } from 'class-validator';
import { isGiven } from './plain-body.js';

/** A readable form of the condition for a field's rules. `given` means neither missing nor null. */
export type RuleCondition =
  | { readonly kind: 'given'; readonly orEmpty?: true }
  | { readonly kind: 'with' | 'without'; readonly fields: readonly string[] };

type Holds = (body: object, value: unknown) => boolean;

const conditions = new WeakMap<object, RuleCondition>();

function when(condition: RuleCondition, holds: Holds): PropertyDecorator {
  conditions.set(holds, condition);
  return ValidateIf(holds);
}

/** The condition behind a rule of class-validator; undefined if it can't be read. */
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

/** The field may be missing, null or empty text. `@IsOptional()` does not allow empty text. */
export const OptionalOrEmpty = (): PropertyDecorator =>
  when({ kind: 'given', orEmpty: true }, (_, value) => isGiven(value) && value !== '');

/** The field's rules apply if one of the other fields is given. */
export const OnlyWith = (...fields: string[]): PropertyDecorator =>
  when({ kind: 'with', fields }, (body) => fields.some((field) => isGiven(Reflect.get(body, field))));

/** The field's rules apply unless one of the other fields is given instead. */
export const OnlyWithout = (...fields: string[]): PropertyDecorator =>
  when({ kind: 'without', fields }, (body) => !fields.some((field) => isGiven(Reflect.get(body, field))));
