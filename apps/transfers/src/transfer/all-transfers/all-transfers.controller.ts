import { Controller, Query } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { CollectionAnswer, Operation } from '@halyard/contracts';
import { transferRoutes } from '@halyard/contracts/transfers';
import { type Bytes, CurrentOperation, IsExchange, Serves } from '@halyard/http';
import { ReadQuery } from '@halyard/input';
import { type AllTransferFilters, allTransferFilters } from '../list-transfers/transfer-filters.js';
import { csvAnswer, refusePages } from './csv-answer.js';
import { ExportTransfers } from './export-transfers.query.js';
import { ListAllTransfers } from './list-all-transfers.query.js';

@Controller()
export class AllTransfersController {
  constructor(private readonly queries: QueryBus) {}

  /** Answers all transfers that the filters match as CSV, or one page of them as JSON. */
  @Serves(transferRoutes.listTransfers)
  async list(
    @ReadQuery(allTransferFilters) filters: AllTransferFilters,
    @Query() given: Readonly<Record<string, unknown>>,
    @CurrentOperation() operation: Operation,
    @IsExchange() isCsv: boolean,
  ): Promise<CollectionAnswer | Bytes> {
    if (!isCsv) return this.queries.execute(new ListAllTransfers(operation, filters));
    refusePages(given);
    const { limit: _limit, offset: _offset, ...wanted } = filters;
    return csvAnswer(await this.queries.execute(new ExportTransfers(operation, wanted)));
  }
}
