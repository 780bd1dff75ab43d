import type { Type } from '@nestjs/common';
import type { Fault } from '@halyard/core';
import {
  dayIn,
  formFieldsOf,
  isJsonObject,
  type PlainBody,
  readWithFaults,
  usualFault,
  variantFor,
} from '@halyard/input';
import { isAllowedAge } from './date-of-birth.js';

/**
 * Validates the body, and rules that depend on the current day.
 *
 * @param now by the account's clock
 * @throws DomainError ValidationError with every fault
 */
export async function readBody<Dto extends object>(body: unknown, dto: Type<object>, now: Date): Promise<Dto> {
  const ageFaults = isJsonObject(body) ? faultsOfAge(body, variantFor(dto, body), now) : [];
  return (await readWithFaults(body, dto, ageFaults)) as Dto;
}

const faultsOfAge = (body: PlainBody, dto: Type<object>, now: Date): Fault[] =>
  birthdaysOf(dto)
    .filter((path) => {
      const day = dayIn(valueAt(body, path));
      return day !== undefined && !isAllowedAge(day, now);
    })
    .map((path) => usualFault('NotAllowed', path));

const birthdays = new WeakMap<Type<object>, readonly string[]>();

/** Paths of the dates of birth in a DTO class. All dates that are asked of a person are dates of birth. */
function birthdaysOf(dto: Type<object>): readonly string[] {
  let paths = birthdays.get(dto);
  if (!paths) {
    paths = formFieldsOf(dto)
      .filter(({ type }) => type === 'date')
      .map(({ path }) => path);
    birthdays.set(dto, paths);
  }
  return paths;
}

function valueAt(body: PlainBody, path: string): unknown {
  let value: unknown = body;
  for (const key of path.slice(1).split('/')) value = isJsonObject(value) ? value[key] : undefined;
  return value;
}
