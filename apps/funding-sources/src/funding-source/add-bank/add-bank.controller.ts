import { Body, Controller, Param, UseGuards } from '@nestjs/common';
import type { CreatedAnswer, Operation } from '@halyard/contracts';
import { fundingSourceRoutes } from '@halyard/contracts/funding-sources';
import { accountOf, CurrentOperation, Serves } from '@halyard/http';
import { IdPipe } from '@halyard/input';
import { KnownCustomerGuard } from '../party/known-customer.guard.js';
import { AddBankDto } from './add-bank.dto.js';
import { BankAddition } from './bank-addition.js';

@Controller()
export class AddBankController {
  constructor(private readonly handler: BankAddition) {}

  @Serves(fundingSourceRoutes.createCustomerFundingSource)
  @UseGuards(KnownCustomerGuard)
  addToCustomer(
    @CurrentOperation() operation: Operation,
    @Param('id', IdPipe) id: string,
    @Body() body: AddBankDto,
  ): Promise<CreatedAnswer> {
    return this.handler.execute(operation, { kind: 'customer', id }, body);
  }

  @Serves(fundingSourceRoutes.createAccountFundingSource)
  addToAccount(@CurrentOperation() operation: Operation, @Body() body: AddBankDto): Promise<CreatedAnswer> {
    return this.handler.execute(operation, { kind: 'account', id: accountOf(operation) }, body);
  }
}
