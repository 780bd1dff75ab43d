import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import type { FactDocument, Operation } from '@halyard/contracts';
import { serviceRoutes } from '@halyard/contracts';
import { BetweenServices, CurrentOperation, IsResourceId } from '@halyard/http';
import { IsInt, IsPositive } from 'class-validator';
import { CompleteMicroDepositsHandler, type Completed } from './complete-micro-deposits.handler.js';

class CompleteMicroDepositsDto {
  @IsResourceId()
  readonly accountId!: string;

  @IsInt()
  @IsPositive()
  readonly limit!: number;
}

@Controller()
export class CompleteMicroDepositsController {
  constructor(private readonly handler: CompleteMicroDepositsHandler) {}

  /** A simulation of bank processing has the account's micro-deposits arrive, the oldest first. */
  @Post(serviceRoutes.completeMicroDeposits.path)
  @BetweenServices('completeMicroDeposits')
  @HttpCode(200)
  complete(
    @CurrentOperation() operation: Operation,
    @Body() { accountId, limit }: CompleteMicroDepositsDto,
  ): Promise<FactDocument<Completed>> {
    return this.handler.execute(operation, accountId, limit);
  }
}
