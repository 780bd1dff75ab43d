import { Body, Controller } from '@nestjs/common';
import { type FactAnswer, type Operation, serviceRoutes } from '@halyard/contracts';
import { appliedCorrections, type CorrectionsOutcome } from '@halyard/contracts/funding-sources';
import { DomainError } from '@halyard/core';
import { CurrentOperation, Serves } from '@halyard/http';
import { FundingSourcesConfig } from '../../config.js';
import { AppliedCorrections } from './applied-corrections.js';

@Controller()
export class ApplyCorrectionsController {
  constructor(
    private readonly handler: AppliedCorrections,
    private readonly config: FundingSourcesConfig,
  ) {}

  /** @throws DomainError NotFound in production; BadRequest if the body is not a list of corrections */
  @Serves(serviceRoutes.applyCorrections)
  apply(@CurrentOperation() operation: Operation, @Body() body: unknown): Promise<FactAnswer<CorrectionsOutcome>> {
    if (this.config.environment !== 'sandbox') throw new DomainError('NotFound');
    const { data } = appliedCorrections.safeParse(body);
    if (!data) throw new DomainError('BadRequest');
    return this.handler.execute(operation, data.corrections);
  }
}
