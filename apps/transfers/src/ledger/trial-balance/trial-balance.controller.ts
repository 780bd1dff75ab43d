import { Controller } from '@nestjs/common';
import type { Operation, ResourceDocument } from '@halyard/contracts';
import { amountInUsd } from '@halyard/core';
import { CurrentOperation, requireOperator, Serves } from '@halyard/http';
import { DataSource } from 'typeorm';
import { ReadModels } from '../../projection/read-models.js';
import { readTrialBalance } from './trial-balance.query.js';

/** Covers all accounts of the installation, so it is for operators only. */
@Controller()
export class TrialBalanceController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly readModels: ReadModels,
  ) {}

  @Serves('getTrialBalance')
  async get(@CurrentOperation() operation: Operation): Promise<ResourceDocument<'trial-balance'>> {
    requireOperator(operation);
    const { balanced, unsettledPayments, ...sums } = await this.readModels.read('ledger', () =>
      readTrialBalance(this.dataSource.manager),
    );
    return {
      document: 'resource',
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
