import { Controller, Query } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { CollectionAnswer, Operation } from '@halyard/contracts';
import { transferRoutes } from '@halyard/contracts/transfers';
import { type Bytes, CurrentOperation, IsExchange, Serves } from '@halyard/http';
import { ReadQuery } from '@halyard/input';
import { csvAnswer, refusePages } from '../all-transfers/csv-answer.js';
import { ExportPayments } from './export-payments.query.js';
import { ListPayments } from './list-payments.query.js';
import { type PaymentFilters, paymentFilters } from './payment-filters.js';

@Controller()
export class ListPaymentsController {
  constructor(private readonly queries: QueryBus) {}

  /** Answers the transfers of all payments that the filters match as CSV, or one page of the payments as JSON. */
  @Serves(transferRoutes.listPayments)
  async list(
    @ReadQuery(paymentFilters) filters: PaymentFilters,
    @Query() given: Readonly<Record<string, unknown>>,
    @CurrentOperation() operation: Operation,
    @IsExchange() isCsv: boolean,
  ): Promise<CollectionAnswer | Bytes> {
    if (!isCsv) return this.queries.execute(new ListPayments(operation, filters));
    refusePages(given);
    const { limit: _limit, offset: _offset, ...wanted } = filters;
    return csvAnswer(await this.queries.execute(new ExportPayments(operation, wanted)));
  }
}
