import { Body, Controller, UseGuards } from '@nestjs/common';
import type { Operation, ResourceAnswer } from '@halyard/contracts';
import { bankBehaviorRoutes } from '@halyard/contracts/bank-behavior';
import { CurrentOperation, Serves } from '@halyard/http';
import { ReadQuery } from '@halyard/input';
import { Commands } from '../../commands.js';
import { noQuery } from '../../plain-queries.js';
import { SandboxOnlyGuard } from '../../sandbox-only.guard.js';
import { ChangeBankBehavior } from './change-bank-behavior.command.js';
import { ChangeBankBehaviorDto } from './change-bank-behavior.dto.js';

@Controller()
@UseGuards(SandboxOnlyGuard)
export class ChangeBankBehaviorController {
  constructor(private readonly commands: Commands) {}

  @Serves(bankBehaviorRoutes.changeSandboxBankBehavior)
  change(
    @ReadQuery(noQuery) _query: object,
    @Body() body: ChangeBankBehaviorDto,
    @CurrentOperation() operation: Operation,
  ): Promise<ResourceAnswer<'sandbox-bank-behavior'>> {
    return this.commands.execute(new ChangeBankBehavior(operation, body));
  }
}
