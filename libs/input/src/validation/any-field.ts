import type { Type } from '@nestjs/common';
import type { Fault } from '@halyard/core';
import { fieldsOf } from './fields.js';
import { isGiven, type PlainBody } from './plain-body.js';

const declared = new WeakSet();

/** Requires at least one field in a body that changes a resource. Without any, the body itself gets a fault. */
export const RequiresAnyField = (): ClassDecorator => (target) => void declared.add(target);

/** The fields of which a body needs at least one; undefined if the body may be empty. */
export const anyFieldOf = (dto: Type<object>): readonly string[] | undefined =>
  declared.has(dto) ? changeableFields(dto) : undefined;

const changeableFields = (dto: Type<object>): string[] =>
  fieldsOf(dto)
    .filter(({ rules }) => !rules.some(({ name }) => name === 'notAllowed'))
    .map(({ name }) => name);

export const nothingGiven = (fields: readonly string[]): Fault => ({
  code: 'Required',
  message: `Nothing to change: the body has none of ${fields.join(', ')}.`,
  path: '',
});

export function faultOfNothing(dto: Type<object>, body: PlainBody): Fault | undefined {
  if (!declared.has(dto) || fieldsOf(dto).some(({ name }) => isGiven(body[name]))) return undefined;
  return nothingGiven(changeableFields(dto));
}
