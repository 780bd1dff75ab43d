import { Controller, Param } from '@nestjs/common';
import type { Operation, ResourceAnswer } from '@halyard/contracts';
import { customerRoutes } from '@halyard/contracts/customers';
import { CurrentOperation, requireOperator, Serves } from '@halyard/http';
import { IdPipe } from '@halyard/input';
import { CustomerReinstatement } from './customer-reinstatement.js';

@Controller()
export class ReinstateCustomerController {
  constructor(private readonly handler: CustomerReinstatement) {}

  @Serves(customerRoutes.reinstateCustomer)
  reinstate(
    @CurrentOperation() operation: Operation,
    @Param('id', IdPipe) id: string,
  ): Promise<ResourceAnswer<'customer-standing'>> {
    requireOperator(operation);
    return this.handler.execute(operation, id);
  }
}
