import { Body, type Type } from '@nestjs/common';

const BODY = Symbol('body');
const isClass = (type: unknown): type is Type<object> =>
  typeof type === 'function' && ![Object, Array, String, Number, Boolean].some((other) => other === type);

/** Takes the place of `@Body()` if the handler reads the body itself, because a rule needs more than the body. */
export const DescribedBody =
  (dto: Type<object>): ParameterDecorator =>
  (target, key, index) => {
    if (key === undefined) throw new Error('a body belongs to a method');
    Reflect.defineMetadata(BODY, dto, target, key);
    Body()(target, key, index);
  };

/** The DTO class for the body of a controller's method; undefined if the method takes no body. */
export function bodyClassOf(controller: Type<object>, method: string): Type<object> | undefined {
  const target = controller.prototype as object;
  const named: unknown = Reflect.getMetadata(BODY, target, method);
  if (isClass(named)) return named;
  const parameters = (Reflect.getMetadata('__routeArguments__', controller, method) ?? {}) as Record<
    string,
    { readonly index: number }
  >;
  // Nest describes a body as first parameter by `3:0` (RouteParamtypes.BODY).
  const body = Object.entries(parameters).find(([kind]) => kind.startsWith('3:'))?.[1];
  const types = (Reflect.getMetadata('design:paramtypes', target, method) ?? []) as unknown[];
  const type = body && types[body.index];
  return isClass(type) ? type : undefined;
}
