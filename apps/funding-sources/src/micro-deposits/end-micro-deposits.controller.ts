import { Body, Controller, Param, Put } from '@nestjs/common';
import { endedMicroDeposits, type FactDocument, type Operation, serviceRoutes } from '@halyard/contracts';
import { DomainError } from '@halyard/core';
import { BetweenServices, CurrentOperation, IdPipe } from '@halyard/http';
import { EndMicroDepositsHandler } from './end-micro-deposits.handler.js';

@Controller()
export class EndMicroDepositsController {
  constructor(private readonly handler: EndMicroDepositsHandler) {}

  /** @throws DomainError NotFound; BadRequest for what is no such fact */
  @Put(serviceRoutes.endMicroDeposits.path)
  @BetweenServices('endMicroDeposits')
  end(
    @CurrentOperation() operation: Operation,
    @Param('id', IdPipe) id: string,
    @Body() body: unknown,
  ): Promise<FactDocument<null>> {
    const { data } = endedMicroDeposits.safeParse(body);
    if (!data) throw new DomainError('BadRequest');
    return this.handler.execute(operation, id, data);
  }
}
