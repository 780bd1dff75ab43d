import { Readable } from 'node:stream';
import { Controller, Query } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { CollectionAnswer, Operation } from '@halyard/contracts';
import { transferRoutes } from '@halyard/contracts/transfers';
import { validationError } from '@halyard/core';
import { Bytes, CurrentOperation, IsExchange, Serves } from '@halyard/http';
import { ReadQuery, usualFault } from '@halyard/input';
import { type AllTransferFilters, allTransferFilters } from '../list-transfers/transfer-filters.js';
import { ExportTransfers } from './export-transfers.query.js';
import { ListAllTransfers } from './list-all-transfers.query.js';
import { transfersCsv } from './transfers.csv.js';

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
    const pages = await this.queries.execute(new ExportTransfers(operation, wanted));
    return new Bytes(Readable.from(transfersCsv(pages), { objectMode: false }), {
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': 'attachment; filename="transfers.csv"',
    });
  }
}

/** @throws DomainError ValidationError: a file has no pages */
function refusePages(query: Readonly<Record<string, unknown>>): void {
  const faults = ['limit', 'offset'].flatMap((name) =>
    name in query
      ? [usualFault('NotAllowed', `/query/${name}`, 'A file has all rows that the filters match: leave it out.')]
      : [],
  );
  if (faults.length > 0) throw validationError(...faults);
}
