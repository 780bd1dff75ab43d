import { type CanActivate, type ExecutionContext, UseGuards } from '@nestjs/common';
import { type Operation, type ServiceRouteName, serviceRoutes } from '@halyard/contracts';
import { DomainError } from '@halyard/core';
import { type OperationCarrier, operationOf } from './operation.js';

/**
 * Decorator for the handler of a route between services: only the services that the route names as its callers may call
 * it, which is checked before anything else of the request is read.
 *
 * @throws DomainError NotFound for an application: to clients these routes do not exist; Forbidden for another service
 */
export const BetweenServices = (route: ServiceRouteName): MethodDecorator => UseGuards(guardOf(route));

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
