import { applyDecorators, type Type } from '@nestjs/common';
import type { FaultCode } from '@halyard/core';
import { Transform, type TransformFnParams, Type as Typed, type TypeHelpOptions } from 'class-transformer';
import { IsOptional, ValidateNested, type ValidationOptions } from 'class-validator';
import { fieldName } from '../pointers.js';
import { type Choices, declare, type Term } from './declared.js';
import { isGiven, isJsonObject } from './plain-body.js';
import { variantFor } from './variants.js';

/** The `context` of a rule, for the fault that it raises; see `fault`. */
export interface FaultContext {
  readonly code: FaultCode;
}

/**
 * Chooses the code of a rule's fault, and the message if it is not the usual one: `@ArrayMinSize(1, fault('Invalid'))`.
 * Rules without it raise InvalidFormat "<Field> invalid."; `@IsIn()` raises Invalid.
 */
export const fault = (code: FaultCode, message?: string): ValidationOptions => ({
  context: { code } satisfies FaultContext,
  ...(message !== undefined && { message }),
});

const isBlank = (value: unknown): boolean => !isGiven(value) || (typeof value === 'string' && value.trim() === '');

const required: Term = {
  name: 'required',
  test: (value) => !isBlank(value),
  // How it combines with other rules: see `schema.ts`.
  schema: { not: { type: 'null' }, pattern: '\\S' },
};

/**
 * Raises Required "<Field> required." for a missing, null, empty or blank value. The rules of a field that is not
 * `@IsOptional()` already do so for a missing or empty value. This is for fields without another rule, and for blank
 * text.
 */
export const Required = (): PropertyDecorator => declare(required, fault('Required'));

const nothing: Term = { name: 'notAllowed', test: () => false, schema: { not: {} } };

/** Raises NotAllowed "<Field> value not allowed." if the field is sent. Needs a condition that lets it be missing. */
export const NotAllowed = (): PropertyDecorator => declare(nothing, fault('NotAllowed'));

/**
 * For a field of the specification whose feature is not built yet: raises NotAllowed if a client sends it, because
 * ignoring it would promise something (decision "fields ... not built yet").
 */
export const Refused = (): PropertyDecorator => applyDecorators(IsOptional(), NotAllowed());

/** Tells readers of the API's description how a field is used. */
export const Note = (description: string): PropertyDecorator =>
  declare({ name: 'note', test: () => true, schema: { description } });

/** The field is accepted but changes nothing: no form asks for it. */
export const Ignored = (): PropertyDecorator =>
  declare({ name: 'ignored', test: () => true, schema: { description: 'Ignored.' } });

/** Labels in forms for the values of a field. */
export const Options = (options: Choices): PropertyDecorator =>
  declare({ name: 'options', test: () => true, schema: {}, options });

/** Raises ReadOnly "<Field> may not be modified." if a client sends the field. */
export const ReadOnly = (field: string): PropertyDecorator =>
  applyDecorators(IsOptional(), declare(nothing, fault('ReadOnly', `${fieldName(field)} may not be modified.`)));

/** Reports a list instead of an object as one fault: class-validator would report the faults of each item. */
export const unlisted = ({ value }: TransformFnParams): unknown => (Array.isArray(value) ? [] : (value as unknown));

const object: Term = { name: 'object', test: isJsonObject, schema: { type: 'object' } };

/** The class of a nested object, which may have variants; the named class if no object is given. */
const classOf =
  (dto: () => Type<object>) =>
  (given?: TypeHelpOptions): Type<object> => {
    const value: unknown = given?.object[given.property];
    return isJsonObject(value) ? variantFor(dto(), value) : dto();
  };

/**
 * A nested object with its own DTO class; class-validator alone would accept an empty array too. Required unless
 * `@IsOptional()` stands beside it. `= new Links()` makes a missing object raise the faults of its fields.
 */
export const Nested = (dto: () => Type): PropertyDecorator =>
  applyDecorators(Typed(classOf(dto)), Transform(unlisted, { toClassOnly: true }), ValidateNested(), declare(object));

/** Longer lists, and lists with other items, are a fault of the list. */
export function ListOf(dto: () => Type, max: number, options?: ValidationOptions): PropertyDecorator {
  const test = (value: unknown): boolean =>
    Array.isArray(value) && value.length <= max && (value as unknown[]).every(isJsonObject);
  const schema = { type: 'array', maxItems: max, description: `A list of at most ${max} objects.` };
  return applyDecorators(
    Typed(dto),
    ValidateNested({ each: true }),
    declare({ name: 'list', test, item: isJsonObject, schema }, options),
  );
}
