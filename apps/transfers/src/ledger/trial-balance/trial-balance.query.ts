import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { ResourceAnswer } from '@halyard/contracts';
import { amountInUsd } from '@halyard/core';
import { DataSource } from 'typeorm';
import { ReadModels } from '../../projection/read-models.js';
import { readBooks } from '../ledger-books.query.js';

export class GetTrialBalance extends Query<ResourceAnswer<'trial-balance'>> {}

@QueryHandler(GetTrialBalance)
export class GetTrialBalanceHandler implements IQueryHandler<GetTrialBalance> {
  constructor(
    private readonly dataSource: DataSource,
    private readonly readModels: ReadModels,
  ) {}

  async execute(): Promise<ResourceAnswer<'trial-balance'>> {
    const { balanced, unsettledPayments, ...sums } = await this.readModels.read('ledger', () =>
      readBooks(this.dataSource.manager),
    );
    return {
      type: 'resource',
      kind: 'trial-balance',
      id: '',
      attributes: {
        balanced,
        unsettledPayments,
        postedBalances: amountInUsd(sums.postedBalances),
        paymentsInTransit: amountInUsd(sums.paymentsInTransit),
        bankClearingIn: amountInUsd(sums.bankClearingIn),
        bankClearingOut: amountInUsd(sums.bankClearingOut),
        paymentsIn: amountInUsd(sums.paymentsIn),
        paymentsOut: amountInUsd(sums.paymentsOut),
      },
      links: {},
    };
  }
}
