import { Controller, Param } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { CollectionAnswer, Operation } from '@halyard/contracts';
import { transferRoutes } from '@halyard/contracts/transfers';
import { CurrentOperation, Serves } from '@halyard/http';
import { IdPipe, ReadQuery } from '@halyard/input';
import { ListTransfers } from './list-transfers.query.js';
import { type TransferFilters, transferFilters } from './transfer-filters.js';

@Controller()
export class ListTransfersController {
  constructor(private readonly queries: QueryBus) {}

  @Serves(transferRoutes.listAccountTransfers)
  ofAccount(
    @Param('id', IdPipe) id: string,
    @ReadQuery(transferFilters) filters: TransferFilters,
    @CurrentOperation() operation: Operation,
  ): Promise<CollectionAnswer> {
    return this.queries.execute(new ListTransfers(operation, 'listAccountTransfers', id, filters));
  }

  @Serves(transferRoutes.listCustomerTransfers)
  ofCustomer(
    @Param('id', IdPipe) id: string,
    @ReadQuery(transferFilters) filters: TransferFilters,
    @CurrentOperation() operation: Operation,
  ): Promise<CollectionAnswer> {
    return this.queries.execute(new ListTransfers(operation, 'listCustomerTransfers', id, filters));
  }
}
