import { Controller } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { Operation, ResourceAnswer } from '@halyard/contracts';
import { transferRoutes } from '@halyard/contracts/transfers';
import { CurrentOperation, requireOperator, Serves } from '@halyard/http';
import { GetTrialBalance } from './trial-balance.query.js';

/** Serves operators only: the balance covers all accounts of the installation. */
@Controller()
export class TrialBalanceController {
  constructor(private readonly queries: QueryBus) {}

  @Serves(transferRoutes.getTrialBalance)
  async get(@CurrentOperation() operation: Operation): Promise<ResourceAnswer<'trial-balance'>> {
    requireOperator(operation);
    return this.queries.execute(new GetTrialBalance());
  }
}
