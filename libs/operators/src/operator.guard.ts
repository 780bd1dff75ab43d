import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import type { ServiceName } from '@halyard/contracts';
import { DomainError } from '@halyard/core';
import { type OperationCarrier, operationOf, requireOperator } from '@halyard/http';
import { SERVICE_NAME } from '@halyard/observability';

/** @throws DomainError InvalidScopes unless an operator calls; NotFound if the path names another service */
@Injectable()
export class OperatorGuard implements CanActivate {
  constructor(@Inject(SERVICE_NAME) private readonly service: ServiceName) {}

  canActivate(context: ExecutionContext): true {
    const request = context
      .switchToHttp()
      .getRequest<OperationCarrier & { readonly params: Readonly<Record<string, string>> }>();
    requireOperator(operationOf(request));
    if (request.params['service'] !== this.service) throw new DomainError('NotFound');
    return true;
  }
}
