import { Body, Controller, Param } from '@nestjs/common';
import { type FactAnswer, type Operation, serviceRoutes } from '@halyard/contracts';
import type { InquiredBalance } from '@halyard/contracts/funding-sources';
import { CurrentOperation, Serves } from '@halyard/http';
import { IdPipe, IsResourceId } from '@halyard/input';
import { IsInt, IsPositive } from 'class-validator';
import { InquiryCompletion } from './inquiry-completion.js';
import { BalanceInquiries } from './balance-inquiries.js';

class CompleteInquiriesDto {
  @IsResourceId()
  readonly accountId!: string;

  @IsInt()
  @IsPositive()
  readonly limit!: number;
}

/** The service transfers answers for the balances of all funding sources. */
@Controller()
export class BalanceInquiryController {
  constructor(
    private readonly inquire: BalanceInquiries,
    private readonly complete: InquiryCompletion,
  ) {}

  @Serves(serviceRoutes.inquireBankBalance)
  inquireBalance(
    @CurrentOperation() operation: Operation,
    @Param('id', IdPipe) id: string,
  ): Promise<FactAnswer<InquiredBalance>> {
    return this.inquire.execute(operation, id);
  }

  @Serves(serviceRoutes.completeBalanceInquiries)
  completeInquiries(
    @CurrentOperation() operation: Operation,
    @Body() { accountId, limit }: CompleteInquiriesDto,
  ): Promise<FactAnswer<{ readonly total: number }>> {
    return this.complete.execute(operation, accountId, limit);
  }
}
