import { Controller } from '@nestjs/common';
import type { CreatedAnswer, Operation } from '@halyard/contracts';
import { customerRoutes } from '@halyard/contracts/customers';
import { CurrentOperation, Serves } from '@halyard/http';
import { DescribedBody } from '@halyard/input';
import { CreateCustomerDto } from './create-customer.dto.js';
import { CustomerCreation } from './customer-creation.js';

@Controller()
export class CreateCustomerController {
  constructor(private readonly handler: CustomerCreation) {}

  @Serves(customerRoutes.createCustomer)
  create(
    @CurrentOperation() operation: Operation,
    @DescribedBody(CreateCustomerDto) body: unknown,
  ): Promise<CreatedAnswer> {
    return this.handler.execute(operation, body);
  }
}
