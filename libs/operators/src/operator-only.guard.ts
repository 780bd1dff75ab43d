import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { type OperationCarrier, operationOf, requireOperator } from '@halyard/http';

/** @throws DomainError InvalidScopes unless the caller is an operator */
@Injectable()
export class OperatorOnlyGuard implements CanActivate {
  canActivate(context: ExecutionContext): true {
    requireOperator(operationOf(context.switchToHttp().getRequest<OperationCarrier>()));
    return true;
  }
}
