import { Body, Controller, HttpCode, Param, Post, UseGuards } from '@nestjs/common';
import type { Operation, ResourceDocument } from '@halyard/contracts';
import { CurrentOperation, IdPipe } from '@halyard/http';
import { OwnCustomerGuard } from '../own-customer.guard.js';
import { ChangeCustomerStatusDto } from './change-customer-status.dto.js';
import { ChangeCustomerStatusHandler } from './change-customer-status.handler.js';

@Controller()
export class ChangeCustomerStatusController {
  constructor(private readonly handler: ChangeCustomerStatusHandler) {}

  @Post('/customers/:id')
  @HttpCode(200)
  @UseGuards(OwnCustomerGuard)
  change(
    @CurrentOperation() operation: Operation,
    @Param('id', IdPipe) id: string,
    @Body() { status }: ChangeCustomerStatusDto,
  ): Promise<ResourceDocument> {
    return this.handler.execute(operation, id, status);
  }
}
