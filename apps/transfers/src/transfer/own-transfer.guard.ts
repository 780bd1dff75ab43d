import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { accountOf, namedResource } from '@halyard/http';
import { Transfers } from './transfers.js';

/** Like `OwnResourceGuard`, but waits for the projection, so that a transfer that was just answered is found. */
@Injectable()
export class OwnTransferGuard implements CanActivate {
  constructor(private readonly transfers: Transfers) {}

  /** @throws DomainError NotFound unless the transfer in the path belongs to the caller's account */
  async canActivate(context: ExecutionContext): Promise<true> {
    const { id, operation } = namedResource(context);
    await this.transfers.get(id, accountOf(operation));
    return true;
  }
}
