import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { appliedReturn, type FactDocument, type Operation, type PartyFact, serviceRoutes } from '@halyard/contracts';
import { DomainError } from '@halyard/core';
import { BetweenServices, CurrentOperation, IdPipe } from '@halyard/http';
import { ApplyReturnHandler } from './apply-return.handler.js';

@Controller()
export class ApplyReturnController {
  constructor(private readonly handler: ApplyReturnHandler) {}

  /** @throws DomainError BadRequest for what is no return */
  @Post(serviceRoutes.applyReturnToCustomer.path)
  @BetweenServices('applyReturnToCustomer')
  @HttpCode(200)
  apply(
    @CurrentOperation() operation: Operation,
    @Param('id', IdPipe) id: string,
    @Body() body: unknown,
  ): Promise<FactDocument<PartyFact>> {
    const { data } = appliedReturn.safeParse(body);
    if (!data) throw new DomainError('BadRequest');
    return this.handler.execute(operation, id, data);
  }
}
