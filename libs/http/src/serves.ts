import {
  applyDecorators,
  type CanActivate,
  type ExecutionContext,
  HttpCode,
  RequestMapping,
  RequestMethod,
  UseGuards,
} from '@nestjs/common';
import {
  type Operation,
  type PageRoute,
  pageRoutes,
  publicAnswers,
  type PublicRoute,
  publicRoutes,
  routedPath,
  type ServiceRouteName,
  serviceRoutes,
} from '@halyard/contracts';
import { DomainError } from '@halyard/core';
import { type OperationCarrier, operationOf } from './operation.js';

/**
 * Decorator for the handler of a route: path, method and status are those of its row in `libs/contracts`. A route
 * between services answers only the services that it names as its callers, which is checked before anything else of
 * the request is read.
 *
 * @throws DomainError of a route between services: NotFound for an application, to which it does not exist; Forbidden
 *   for another service
 */
export function Serves(name: PublicRoute | ServiceRouteName | PageRoute): MethodDecorator {
  if (isPage(name)) {
    const { method, path } = pageRoutes[name];
    return RequestMapping({ method: RequestMethod[method], path: routedPath(path) });
  }
  const { method, path } = isBetweenServices(name) ? serviceRoutes[name] : publicRoutes[name];
  return applyDecorators(
    RequestMapping({ method: RequestMethod[method], path }),
    HttpCode(isBetweenServices(name) ? 200 : publicAnswers[name][0].status),
    ...(isBetweenServices(name) ? [UseGuards(guardOf(name))] : []),
  );
}

const isPage = (name: PublicRoute | ServiceRouteName | PageRoute): name is PageRoute => name in pageRoutes;

const isBetweenServices = (name: PublicRoute | ServiceRouteName): name is ServiceRouteName => name in serviceRoutes;

const guardOf = (route: ServiceRouteName): CanActivate => ({
  canActivate(context: ExecutionContext): true {
    requireCaller(operationOf(context.switchToHttp().getRequest<OperationCarrier>()), route);
    return true;
  },
});

export function requireCaller({ principal }: Operation, route: ServiceRouteName): void {
  if (principal.kind !== 'service') throw new DomainError('NotFound');
  if (!serviceRoutes[route].callers.includes(principal.service)) throw new DomainError('Forbidden');
}
