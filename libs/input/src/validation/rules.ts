import { applyDecorators, type Type } from '@nestjs/common';
import type { FaultCode } from '@halyard/core';
import { Transform, type TransformFnParams, Type as Typed, type TypeHelpOptions } from 'class-transformer';
import { IsOptional, ValidateNested, type ValidationOptions } from 'class-validator';
import { fieldName } from '../pointers.js';
import { type Choices, declare, type Term } from './declared.js';
import { isGiven, isJsonObject } from './plain-body.js';
import { variantFor } from './variants.js';

/** The `context` of a rule. It decides which fault the rule raises: see `fault`. */
export interface FaultContext {
  readonly code: FaultCode;
}

/**
 * Sets the code of a rule's fault, and also the message if it is not the usual one: `@ArrayMinSize(1,
 * fault('Invalid'))`. Without it, a rule raises InvalidFormat "<Field> invalid.", and `@IsIn()` raises Invalid.
 */
export const fault = (code: FaultCode, message?: string): ValidationOptions => ({
  context: { code } satisfies FaultContext,
  ...(message !== undefined && { message }),
});

const isBlank = (value: unknown): boolean => !isGiven(value) || (typeof value === 'string' && value.trim() === '');

const required: Term = {
  name: 'required',
  test: (value) => !isBlank(value),
  // `schema.ts` combines this with the other rules of the field.
  schema: { not: { type: 'null' }, pattern: '\\S' },
};

/**
 * Raises Required "<Field> required." for a missing, null, empty or blank value. If a field has another rule and no
 * `@IsOptional()`, that rule already does so for a missing or empty value. So this is for fields without another rule,
 * and for blank text.
 */
export const Required = (): PropertyDecorator => declare(required, fault('Required'));

const nothing: Term = { name: 'notAllowed', test: () => false, schema: { not: {} } };

/**
 * Raises NotAllowed "<Field> value not allowed." if the field is sent. The field also needs a condition that lets it be
 * missing.
 */
export const NotAllowed = (): PropertyDecorator => declare(nothing, fault('NotAllowed'));

/**
 * Refuses a field of the specification whose feature is not built yet, by NotAllowed. To ignore the field would promise
 * something to the client (decision "fields ... not built yet").
 */
export const Refused = (): PropertyDecorator => applyDecorators(IsOptional(), NotAllowed());

/** Adds a description of how a field is used, for readers of the API description. */
export const Note = (description: string): PropertyDecorator =>
  declare({ name: 'note', test: () => true, schema: { description } });

/** Accepts the field, which changes nothing. No form asks for it. */
export const Ignored = (): PropertyDecorator =>
  declare({ name: 'ignored', test: () => true, schema: { description: 'Ignored.' } });

/** Labels the values of a field in forms. */
export const Options = (options: Choices): PropertyDecorator =>
  declare({ name: 'options', test: () => true, schema: {}, options });

/** Raises ReadOnly "<Field> may not be modified." if a client sends the field. */
export const ReadOnly = (field: string): PropertyDecorator =>
  applyDecorators(IsOptional(), declare(nothing, fault('ReadOnly', `${fieldName(field)} may not be modified.`)));

/**
 * Makes one fault of a list that is sent in place of an object. class-validator would report the faults of each item.
 */
export const unlisted = ({ value }: TransformFnParams): unknown => (Array.isArray(value) ? [] : (value as unknown));

const object: Term = { name: 'object', test: isJsonObject, schema: { type: 'object' } };

/** Finds the class of a nested object among its variants. If no object is given, it is the class that was named. */
const classOf =
  (dto: () => Type<object>) =>
  (given?: TypeHelpOptions): Type<object> => {
    const value: unknown = given?.object[given.property];
    return isJsonObject(value) ? variantFor(dto(), value) : dto();
  };

/**
 * Declares a nested object with its own DTO class. class-validator alone would also accept an empty array. The object
 * is required, unless `@IsOptional()` stands beside it. With `= new Links()`, a missing object raises the faults of its
 * fields.
 */
export const Nested = (dto: () => Type): PropertyDecorator =>
  applyDecorators(Typed(classOf(dto)), Transform(unlisted, { toClassOnly: true }), ValidateNested(), declare(object));

/** Declares a list of objects. If the list is too long, or has other items, the list itself gets a fault. */
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
