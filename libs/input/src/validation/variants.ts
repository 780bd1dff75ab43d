import type { Type } from '@nestjs/common';
import type { PlainBody } from './plain-body.js';

/** The classes that a body may have. The value of one of its fields chooses the class. */
interface VariantsOf {
  readonly field: string;
  readonly classes: Readonly<Record<string, Type<object>>>;
  /**
   * The class if the field is missing or empty, or has a value that chooses no class. The rules of this class refuse
   * such a value.
   */
  readonly otherwise: Type<object>;
}

const declared = new WeakMap<object, VariantsOf>();

/** For each class that refuses such values: the field, and the values that choose another class. */
const refusing = new WeakMap<object, { readonly field: string; readonly values: readonly string[] }>();

/**
 * Gives a body a class for each of its types: `@Variants('type', { personal: PersonalCustomerDto },
 * UnverifiedCustomerDto)`. The decorated class itself has no rules, and no body is an instance of it.
 */
export const Variants =
  (field: string, classes: VariantsOf['classes'], otherwise: Type<object>): ClassDecorator =>
  (target) => {
    declared.set(target, { field, classes, otherwise });
    refusing.set(otherwise, { field, values: Object.keys(classes) });
  };

/** The values of a field that choose another class than this one. */
export function otherChoices(dto: object, field: string): readonly string[] {
  const choices = refusing.get(dto);
  return choices?.field === field ? choices.values : [];
}

const alternatives = new WeakMap<object, readonly Type<object>[]>();

/**
 * Gives a body several classes. The resource to which it is sent decides which one it has, and the handler chooses it
 * (`@DescribedBody`).
 */
export const Alternatives =
  (...classes: readonly Type<object>[]): ClassDecorator =>
  (target) => {
    alternatives.set(target, classes);
  };

export const alternativesOf = (dto: object): readonly Type<object>[] | undefined => alternatives.get(dto);

export const variantsOf = (dto: object): VariantsOf | undefined => declared.get(dto);

/** The class by which a body is read. A variant may itself have variants. */
export function variantFor(dto: Type<object>, body: PlainBody): Type<object> {
  const variants = declared.get(dto);
  if (!variants) return dto;
  const { field, classes, otherwise } = variants;
  const value = body[field];
  const named = typeof value === 'string' && Object.hasOwn(classes, value) ? classes[value] : undefined;
  return variantFor(named ?? otherwise, body);
}
