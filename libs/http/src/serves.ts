import {
  applyDecorators,
  type CanActivate,
  type ExecutionContext,
  HttpCode,
  RequestMapping,
  RequestMethod,
  SetMetadata,
  type Type,
  UseGuards,
} from '@nestjs/common';
import {
  type ExchangeRouteRow,
  type Operation,
  type PlainRouteRow,
  type ResourceAnswer,
  type ResourceKind,
  type Route,
  routedPath,
  type ServiceRoute,
  type SharedServiceRoute,
} from '@halyard/contracts';
import { DomainError } from '@halyard/core';
import type { HandlerAnswer } from './in-process/in-process-exchange.js';
import { type OperationCarrier, operationOf } from './operation.js';

const SERVED = 'serves';

type ClientRoute = PlainRouteRow<string, string> | ExchangeRouteRow<string, string>;
type BetweenServices = ServiceRoute | SharedServiceRoute;
/** A route's row in its table. The route is for clients, for a page, or between services. */
export type ServedRoute = ClientRoute | Route | BetweenServices;

/** The kinds of resources with which a route answers, according to its row. */
type KindOf<Row> = Row extends { readonly answers: readonly (infer Told)[] }
  ? Told extends { readonly of: infer Kind extends ResourceKind }
    ? Kind
    : never
  : ResourceKind;

/** The answers that a handler may give. Resources of kinds that the row does not name are excluded. */
type AnswerOf<Row> = ResourceAnswer<KindOf<Row>> | Exclude<HandlerAnswer, ResourceAnswer> | void;

type HandlerDecorator<Row> = <Handler extends (...args: never[]) => AnswerOf<Row> | Promise<AnswerOf<Row>>>(
  prototype: object,
  key: string | symbol,
  descriptor: TypedPropertyDescriptor<Handler>,
) => void;

/**
 * Decorator for the handler of a route. It takes path, method and status from the route's row in `libs/contracts`. A
 * route between services answers only the callers that the row names; this is checked before anything else of the
 * request is read.
 *
 * @throws DomainError of a route between services: NotFound for an application, because the route does not exist for
 * it; Forbidden for another service
 */
export function Serves<const Row extends ServedRoute>(row: Row): HandlerDecorator<Row>;
export function Serves(row: ServedRoute): MethodDecorator {
  return applyDecorators(
    SetMetadata(SERVED, row),
    RequestMapping({ method: RequestMethod[row.method], path: routedPath(row.path) }),
    ...('callers' in row ? [HttpCode(200), UseGuards(guardOf(row))] : []),
    ...('answers' in row ? [HttpCode(row.answers[0].status)] : []),
  );
}

/** The row of the route that a handler serves; undefined if it serves none. */
export const servedAs = (handler: unknown): ServedRoute | undefined =>
  typeof handler === 'function' ? (Reflect.getMetadata(SERVED, handler) as ServedRoute | undefined) : undefined;

/** The methods of a controller, by the row that each serves. */
export function servedBy(controller: Type): ReadonlyMap<ServedRoute, string> {
  const prototype = controller.prototype as object;
  const served = Object.getOwnPropertyNames(prototype).flatMap((method) => {
    const row = servedAs(Reflect.get(prototype, method));
    return row === undefined ? [] : [[row, method] as const];
  });
  return new Map(served);
}

const guardOf = (route: BetweenServices): CanActivate => ({
  canActivate(context: ExecutionContext): true {
    requireCaller(operationOf(context.switchToHttp().getRequest<OperationCarrier>()), route);
    return true;
  },
});

export function requireCaller({ principal }: Operation, { callers }: BetweenServices): void {
  if (principal.kind !== 'service') throw new DomainError('NotFound');
  if (!callers.includes(principal.service)) throw new DomainError('Forbidden');
}
