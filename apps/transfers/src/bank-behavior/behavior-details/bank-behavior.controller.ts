import { Controller, UseGuards } from '@nestjs/common';
import type { Operation, ResourceAnswer } from '@halyard/contracts';
import { bankBehaviorRoutes } from '@halyard/contracts/bank-behavior';
import { accountOf, CurrentOperation, Serves } from '@halyard/http';
import { ReadQuery } from '@halyard/input';
import { noQuery } from '../../plain-queries.js';
import { SandboxOnlyGuard } from '../../sandbox-only.guard.js';
import { behaviorAnswer } from '../bank-behavior.answer.js';
import { BankBehaviors } from '../bank-behaviors.js';

@Controller()
@UseGuards(SandboxOnlyGuard)
export class BankBehaviorController {
  constructor(private readonly behaviors: BankBehaviors) {}

  @Serves(bankBehaviorRoutes.getSandboxBankBehavior)
  async get(
    @ReadQuery(noQuery) _query: object,
    @CurrentOperation() operation: Operation,
  ): Promise<ResourceAnswer<'sandbox-bank-behavior'>> {
    const { behavior, counts } = await this.behaviors.find(accountOf(operation));
    return behaviorAnswer(behavior, counts);
  }
}
