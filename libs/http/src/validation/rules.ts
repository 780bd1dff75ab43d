import { applyDecorators, type Type } from '@nestjs/common';
import type { FaultCode } from '@halyard/core';
import { Transform, type TransformFnParams, Type as Typed } from 'class-transformer';
import { IsOptional, registerDecorator, ValidateNested, type ValidationOptions } from 'class-validator';

/** What a rule's `context` may say about the fault that it raises; see `fault`. */
export interface FaultContext {
  readonly code: FaultCode;
}

/**
 * Chooses the code, and where it differs from the usual text the message, of a rule's fault:
 * `@IsIn(['personal', 'business'], fault('Invalid'))`. Rules without it raise InvalidFormat "<Field> invalid.".
 */
export const fault = (code: FaultCode, message?: string): ValidationOptions => ({
  context: { code } satisfies FaultContext,
  ...(message !== undefined && { message }),
});

let checks = 0;

/**
 * A rule of one's own: `@Check(isRoutingNumber, fault('Invalid', 'Routing number invalid.'))`. The test sees whatever
 * the client sent, must not throw, and depends on nothing but its argument.
 */
export function Check(test: (value: unknown) => boolean, options: ValidationOptions = {}): PropertyDecorator {
  // class-validator keeps one finding per rule name, so two checks of a field must not share theirs.
  const name = `check${(checks += 1)}`;
  return (target, propertyKey) =>
    registerDecorator({
      name,
      target: target.constructor,
      propertyName: String(propertyKey),
      options,
      // A context is passed on only with a text; the one that clients see is made of the code.
      validator: { validate: test, defaultMessage: () => name },
    });
}

const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

/**
 * Missing, null, empty or blank: Required "<Field> required.". Rules of a field that is not `@IsOptional()` say the same
 * of a missing or empty value by themselves; this one is for fields without any other rule, and for blank text.
 */
export const Required = (message?: string): PropertyDecorator =>
  Check((value) => !isBlank(value), fault('Required', message));

/**
 * A field of the specification whose feature is not built yet: NotAllowed "<Field> value not allowed." when a client
 * sends it, because to ignore it would promise something (decision "fields ... not built yet").
 */
export const Refused = (): PropertyDecorator =>
  applyDecorators(
    IsOptional(),
    Check(() => false, fault('NotAllowed')),
  );

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);

/** A list where one object belongs is wrong as a whole: class-validator would look for the faults of each item. */
export const unlisted = ({ value }: TransformFnParams): unknown => (Array.isArray(value) ? [] : (value as unknown));

/**
 * An object with a DTO class of its own, and nothing else: class-validator alone takes an empty array for one. Required
 * unless `@IsOptional()` stands beside it; `= new Links()` makes a missing object raise the faults of its fields.
 */
export const Nested = (dto: () => Type): PropertyDecorator =>
  applyDecorators(Typed(dto), Transform(unlisted, { toClassOnly: true }), ValidateNested(), Check(isObject));
