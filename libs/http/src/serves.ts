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
  type Operation,
  type ResourceAnswer,
  type ResourceKind,
  type ServiceName,
  type ServiceRouteName,
  serviceRoutes,
  type SharedServiceRouteName,
  sharedServiceRoutes,
} from '@halyard/contracts';
import { type PageRoute, pageRoutes, routedPath } from '@halyard/contracts/authorization';
import { type ConsoleRoute, consoleRoutes } from '@halyard/contracts/console';
import { type OperatorRoute, operatorRoutes } from '@halyard/contracts/operations';
import { type PublicRoute, publicRoutes } from '@halyard/contracts/public-api';
import { DomainError } from '@halyard/core';
import type { HandlerAnswer } from './in-process/in-process-exchange.js';
import { type OperationCarrier, operationOf } from './operation.js';

const SERVED = 'serves';

type BetweenServices = ServiceRouteName | SharedServiceRouteName;
type RouteName = PublicRoute | OperatorRoute | BetweenServices | PageRoute | ConsoleRoute;

const betweenServices = { ...serviceRoutes, ...sharedServiceRoutes };
const pages = { ...pageRoutes, ...consoleRoutes };
const answering = { ...publicRoutes, ...operatorRoutes };

/** The kinds of resources that a route answers, by its row. */
type KindOf<Name> = Name extends keyof typeof answering
  ? (typeof answering)[Name]['answers'][number] extends infer Told
    ? Told extends { readonly of: infer Kind extends ResourceKind }
      ? Kind
      : never
    : never
  : ResourceKind;

/** Excludes resources of other kinds than the row says. */
type AnswerOf<Name> = ResourceAnswer<KindOf<Name>> | Exclude<HandlerAnswer, ResourceAnswer> | void;

type HandlerDecorator<Name> = <Handler extends (...args: never[]) => AnswerOf<Name> | Promise<AnswerOf<Name>>>(
  prototype: object,
  key: string | symbol,
  descriptor: TypedPropertyDescriptor<Handler>,
) => void;

/**
 * Decorator for the handler of a route. Path, method and status are those of its row in `libs/contracts`. A route
 * between services answers only the services named as its callers, which is checked before anything else of the request
 * is read.
 *
 * @throws DomainError of a route between services: NotFound for an application, to which it does not exist; Forbidden
 * for another service
 */
export function Serves<const Name extends RouteName>(name: Name): HandlerDecorator<Name>;
export function Serves(name: RouteName): MethodDecorator {
  if (isPage(name)) {
    const { method, path } = pages[name];
    return applyDecorators(
      SetMetadata(SERVED, name),
      RequestMapping({ method: RequestMethod[method], path: routedPath(path) }),
    );
  }
  const { method, path } = isBetweenServices(name) ? betweenServices[name] : answering[name];
  return applyDecorators(
    SetMetadata(SERVED, name),
    RequestMapping({ method: RequestMethod[method], path }),
    HttpCode(isBetweenServices(name) ? 200 : answering[name].answers[0].status),
    ...(isBetweenServices(name) ? [UseGuards(guardOf(name))] : []),
  );
}

const isPage = (name: RouteName): name is PageRoute | ConsoleRoute => name in pages;

export function servedAs(handler: unknown): string | undefined {
  const route: unknown = typeof handler === 'function' ? Reflect.getMetadata(SERVED, handler) : undefined;
  return typeof route === 'string' ? route : undefined;
}

/** By route name. */
export function servedBy(controller: Type): ReadonlyMap<string, string> {
  const prototype = controller.prototype as object;
  const served = Object.getOwnPropertyNames(prototype).flatMap((method) => {
    const route = servedAs(Reflect.get(prototype, method));
    return route === undefined ? [] : [[route, method] as const];
  });
  return new Map(served);
}

const isBetweenServices = (name: RouteName): name is BetweenServices => name in betweenServices;

const guardOf = (route: BetweenServices): CanActivate => ({
  canActivate(context: ExecutionContext): true {
    requireCaller(operationOf(context.switchToHttp().getRequest<OperationCarrier>()), route);
    return true;
  },
});

export function requireCaller({ principal }: Operation, route: BetweenServices): void {
  if (principal.kind !== 'service') throw new DomainError('NotFound');
  const callers: readonly ServiceName[] = betweenServices[route].callers;
  if (!callers.includes(principal.service)) throw new DomainError('Forbidden');
}
