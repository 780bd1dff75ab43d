import type { Type } from '@nestjs/common';

const EXAMPLE = Symbol('example');

/** Gives an example of a body, for docs/openapi.json. */
export const Example =
  (body: object): ClassDecorator =>
  (dto) =>
    Reflect.defineMetadata(EXAMPLE, body, dto);

/** The example of a class. A class does not inherit examples. */
export const exampleOf = (dto: Type<object>): object | undefined =>
  Reflect.getOwnMetadata(EXAMPLE, dto) as object | undefined;
