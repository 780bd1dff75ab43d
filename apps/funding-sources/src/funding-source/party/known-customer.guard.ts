import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { namedResource } from '@halyard/http';
import { SourceOwners } from './source-owners.js';

/** @throws DomainError NotFound unless the customer in the path belongs to the caller's account */
@Injectable()
export class KnownCustomerGuard implements CanActivate {
  constructor(private readonly owners: SourceOwners) {}

  async canActivate(context: ExecutionContext): Promise<true> {
    const { id, operation } = namedResource(context);
    await this.owners.require(operation, { kind: 'customer', id });
    return true;
  }
}
