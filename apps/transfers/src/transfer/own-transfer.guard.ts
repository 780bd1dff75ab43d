import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { accountOf, namedResource } from '@halyard/http';
import { Transfers } from './transfers.js';

/** As `OwnResourceGuard`, for what is read from a projection: a transfer that was just answered is found. */
@Injectable()
export class OwnTransferGuard implements CanActivate {
  constructor(private readonly transfers: Transfers) {}

  /** @throws DomainError NotFound unless the transfer of the path is one of the caller's account */
  async canActivate(context: ExecutionContext): Promise<true> {
    const { id, operation } = namedResource(context);
    await this.transfers.get(id, accountOf(operation));
    return true;
  }
}
