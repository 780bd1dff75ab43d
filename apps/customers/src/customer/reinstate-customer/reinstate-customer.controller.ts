import { Controller, HttpCode, Param, Post } from '@nestjs/common';
import type { Operation, ResourceDocument } from '@halyard/contracts';
import { CurrentOperation, IdPipe, requireOperator } from '@halyard/http';
import { ReinstateCustomerHandler } from './reinstate-customer.handler.js';

@Controller()
export class ReinstateCustomerController {
  constructor(private readonly handler: ReinstateCustomerHandler) {}

  @Post('/operations/customers/:id/reinstatements')
  @HttpCode(200)
  reinstate(
    @CurrentOperation() operation: Operation,
    @Param('id', IdPipe) id: string,
  ): Promise<ResourceDocument<'customer-standing'>> {
    requireOperator(operation);
    return this.handler.execute(operation, id);
  }
}
