import type { Type } from '@nestjs/common';

const EXAMPLE = Symbol('example');

/** What a body of the class may look like, in docs/openapi.json. */
export const Example =
  (body: object): ClassDecorator =>
  (dto) =>
    Reflect.defineMetadata(EXAMPLE, body, dto);

/** The example of a DTO class itself: those that it extends have examples of their own. */
export const exampleOf = (dto: Type<object>): object | undefined =>
  Reflect.getOwnMetadata(EXAMPLE, dto) as object | undefined;
