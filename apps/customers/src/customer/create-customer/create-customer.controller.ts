import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import type { CreatedDocument, Operation } from '@halyard/contracts';
import { CurrentOperation } from '@halyard/http';
import { CreateCustomerHandler } from './create-customer.handler.js';

@Controller()
export class CreateCustomerController {
  constructor(private readonly handler: CreateCustomerHandler) {}

  @Post('/customers')
  @HttpCode(201)
  create(@CurrentOperation() operation: Operation, @Body() body: unknown): Promise<CreatedDocument> {
    return this.handler.execute(operation, body);
  }
}
