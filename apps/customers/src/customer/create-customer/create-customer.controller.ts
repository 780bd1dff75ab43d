import { Controller, HttpCode, Post } from '@nestjs/common';
import type { CreatedDocument, Operation } from '@halyard/contracts';
import { CurrentOperation, DescribedBody } from '@halyard/http';
import { CreateCustomerDto } from './create-customer.dto.js';
import { CreateCustomerHandler } from './create-customer.handler.js';

@Controller()
export class CreateCustomerController {
  constructor(private readonly handler: CreateCustomerHandler) {}

  @Post('/customers')
  @HttpCode(201)
  create(
    @CurrentOperation() operation: Operation,
    @DescribedBody(CreateCustomerDto) body: unknown,
  ): Promise<CreatedDocument> {
    return this.handler.execute(operation, body);
  }
}
