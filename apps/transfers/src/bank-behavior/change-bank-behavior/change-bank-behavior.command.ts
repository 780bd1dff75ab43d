import { Command } from '@nestjs/cqrs';
import type { Operation, ResourceAnswer } from '@halyard/contracts';
import type { ChangeBankBehaviorDto } from './change-bank-behavior.dto.js';

export class ChangeBankBehavior extends Command<ResourceAnswer<'sandbox-bank-behavior'>> {
  constructor(
    readonly operation: Operation,
    readonly wanted: ChangeBankBehaviorDto,
  ) {
    super();
  }
}
