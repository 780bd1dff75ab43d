import { Body, Controller } from '@nestjs/common';
import { type FactAnswer, type Operation, serviceRoutes } from '@halyard/contracts';
import type { FundingSourceFact } from '@halyard/contracts/funding-sources';
import { appliedReturns } from '@halyard/contracts/transfers';
import { DomainError } from '@halyard/core';
import { CurrentOperation, Serves } from '@halyard/http';
import { AppliedReturns } from './applied-returns.js';

@Controller()
export class ApplyReturnsController {
  constructor(private readonly handler: AppliedReturns) {}

  /** @throws DomainError BadRequest if the body is not a list of returns */
  @Serves(serviceRoutes.applyReturnsToFundingSources)
  apply(
    @CurrentOperation() operation: Operation,
    @Body() body: unknown,
  ): Promise<FactAnswer<readonly FundingSourceFact[]>> {
    const { data } = appliedReturns.safeParse(body);
    if (!data) throw new DomainError('BadRequest');
    return this.handler.execute(operation, data.returns);
  }
}
