import type { Type } from '@nestjs/common';
import type { PlainBody } from './plain-body.js';

/** The classes that a body may have, by the value of one of its fields. */
interface VariantsOf {
  readonly field: string;
  readonly classes: Readonly<Record<string, Type<object>>>;
  /** The class if the field is missing, empty or has another value, which this class's rules refuse. */
  readonly otherwise: Type<object>;
}

const declared = new WeakMap<object, VariantsOf>();

/** By class that refuses other values: the field, and the values that choose another class. */
const refusing = new WeakMap<object, { readonly field: string; readonly values: readonly string[] }>();

/**
 * A body with a class for each of its types: `@Variants('type', { personal: PersonalCustomerDto },
 * UnverifiedCustomerDto)`. The decorated class itself has neither rules nor instances.
 */
export const Variants =
  (field: string, classes: VariantsOf['classes'], otherwise: Type<object>): ClassDecorator =>
  (target) => {
    declared.set(target, { field, classes, otherwise });
    refusing.set(otherwise, { field, values: Object.keys(classes) });
  };

/** The values of a field that choose another class than the one that refuses it. */
export function otherChoices(dto: object, field: string): readonly string[] {
  const choices = refusing.get(dto);
  return choices?.field === field ? choices.values : [];
}

const alternatives = new WeakMap<object, readonly Type<object>[]>();

/** The resource that the body is sent to decides which class it has: the handler chooses (`@DescribedBody`). */
export const Alternatives =
  (...classes: readonly Type<object>[]): ClassDecorator =>
  (target) => {
    alternatives.set(target, classes);
  };

export const alternativesOf = (dto: object): readonly Type<object>[] | undefined => alternatives.get(dto);

export const variantsOf = (dto: object): VariantsOf | undefined => declared.get(dto);

/** The class that reads a body. A variant may have variants itself. */
export function variantFor(dto: Type<object>, body: PlainBody): Type<object> {
  const variants = declared.get(dto);
  if (!variants) return dto;
  const { field, classes, otherwise } = variants;
  const value = body[field];
  const named = typeof value === 'string' && Object.hasOwn(classes, value) ? classes[value] : undefined;
  return variantFor(named ?? otherwise, body);
}
