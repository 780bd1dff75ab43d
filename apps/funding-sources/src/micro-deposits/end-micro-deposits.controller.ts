import { Body, Controller } from '@nestjs/common';
import { type FactAnswer, type Operation, serviceRoutes } from '@halyard/contracts';
import { endedMicroDeposits } from '@halyard/contracts/funding-sources';
import { DomainError } from '@halyard/core';
import { CurrentOperation, Serves } from '@halyard/http';
import { MicroDepositsConclusion } from './micro-deposits-conclusion.js';

@Controller()
export class EndMicroDepositsController {
  constructor(private readonly handler: MicroDepositsConclusion) {}

  /** @throws DomainError NotFound; BadRequest for a malformed fact */
  @Serves(serviceRoutes.endMicroDeposits)
  end(@CurrentOperation() operation: Operation, @Body() body: unknown): Promise<FactAnswer<null>> {
    const { data } = endedMicroDeposits.safeParse(body);
    if (!data) throw new DomainError('BadRequest');
    return this.handler.execute(operation, data.ended);
  }
}
