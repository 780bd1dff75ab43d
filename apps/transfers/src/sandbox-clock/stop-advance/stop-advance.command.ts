import type { Operation, ResourceAnswer } from '@halyard/contracts';
import { Command } from '@nestjs/cqrs';

export class StopAdvance extends Command<ResourceAnswer<'sandbox-clock-advance'>> {
  constructor(
    readonly operation: Operation,
    readonly advanceId: string,
  ) {
    super();
  }
}
