import { Controller, Param, UseGuards } from '@nestjs/common';
import type { Operation, ResourceAnswer } from '@halyard/contracts';
import { customerRoutes } from '@halyard/contracts/customers';
import { CurrentOperation, Serves } from '@halyard/http';
import { DescribedBody, IdPipe } from '@halyard/input';
import { OwnCustomerGuard } from '../own-customer.guard.js';
import { UpdateCustomerDto } from './update-customer.dto.js';
import { CustomerUpdate } from './customer-update.js';

@Controller()
export class UpdateCustomerController {
  constructor(private readonly handler: CustomerUpdate) {}

  @Serves(customerRoutes.updateCustomer)
  @UseGuards(OwnCustomerGuard)
  update(
    @CurrentOperation() operation: Operation,
    @Param('id', IdPipe) id: string,
    @DescribedBody(UpdateCustomerDto) body: unknown,
  ): Promise<ResourceAnswer<'customer'>> {
    return this.handler.execute(operation, id, body);
  }
}
