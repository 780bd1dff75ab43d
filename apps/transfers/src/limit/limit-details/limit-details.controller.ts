import { Controller, Param } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { Operation, ResourceAnswer } from '@halyard/contracts';
import { transferRoutes } from '@halyard/contracts/transfers';
import { CurrentOperation, Serves } from '@halyard/http';
import { IdPipe } from '@halyard/input';
import { GetCustomerLimits } from './limit-details.query.js';

@Controller()
export class LimitDetailsController {
  constructor(private readonly queries: QueryBus) {}

  @Serves(transferRoutes.getCustomerLimits)
  get(
    @Param('id', IdPipe) id: string,
    @CurrentOperation() operation: Operation,
  ): Promise<ResourceAnswer<'customer-limits'>> {
    return this.queries.execute(new GetCustomerLimits(operation, id));
  }
}
