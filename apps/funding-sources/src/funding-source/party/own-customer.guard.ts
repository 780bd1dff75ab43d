import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { namedResource } from '@halyard/http';
import { Parties } from './parties.js';

/** @throws DomainError NotFound unless the customer in the path belongs to the caller's account */
@Injectable()
export class OwnCustomerGuard implements CanActivate {
  constructor(private readonly parties: Parties) {}

  async canActivate(context: ExecutionContext): Promise<true> {
    const { id, operation } = namedResource(context);
    await this.parties.require(operation, { kind: 'customer', id });
    return true;
  }
}
