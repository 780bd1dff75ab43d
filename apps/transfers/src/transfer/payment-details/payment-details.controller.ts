import { Controller, Param } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { Operation, ResourceAnswer } from '@halyard/contracts';
import { transferRoutes } from '@halyard/contracts/transfers';
import { CurrentOperation, Serves } from '@halyard/http';
import { IdPipe } from '@halyard/input';
import { GetPayment } from './payment-details.query.js';

@Controller()
export class PaymentDetailsController {
  constructor(private readonly queries: QueryBus) {}

  @Serves(transferRoutes.getPayment)
  get(@Param('id', IdPipe) id: string, @CurrentOperation() operation: Operation): Promise<ResourceAnswer<'payment'>> {
    return this.queries.execute(new GetPayment(operation, id));
  }
}
