import { Body, Controller, Param } from '@nestjs/common';
import { type FactAnswer, type Operation, serviceRoutes } from '@halyard/contracts';
import { begunMicroDeposits } from '@halyard/contracts/funding-sources';
import { DomainError } from '@halyard/core';
import { CurrentOperation, Serves } from '@halyard/http';
import { IdPipe } from '@halyard/input';
import { Commands } from '../../commands.js';
import { BeginMicroDeposits } from './begin-micro-deposits.command.js';

@Controller()
export class BeginMicroDepositsController {
  constructor(private readonly commands: Commands) {}

  /** @throws DomainError BadRequest if the body is malformed */
  @Serves(serviceRoutes.beginMicroDeposits)
  begin(
    @CurrentOperation() operation: Operation,
    @Param('id', IdPipe) paymentId: string,
    @Body() body: unknown,
  ): Promise<FactAnswer<null>> {
    const { data } = begunMicroDeposits.safeParse(body);
    if (!data) throw new DomainError('BadRequest');
    return this.commands.execute(new BeginMicroDeposits(operation, paymentId, data));
  }
}
