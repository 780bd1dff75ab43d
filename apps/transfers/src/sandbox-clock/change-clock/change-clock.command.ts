import type { Operation, ResourceAnswer } from '@halyard/contracts';
import type { BankMode, ClockMode } from '@halyard/contracts/sandbox-clock';
import { Command } from '@nestjs/cqrs';

/** How a client wants the clock to go. */
export interface ClockChange {
  readonly mode?: ClockMode;
  readonly banks?: BankMode;
  readonly now?: Date;
}

export class ChangeClock extends Command<ResourceAnswer<'sandbox-clock'>> {
  constructor(
    readonly operation: Operation,
    readonly change: ClockChange,
  ) {
    super();
  }
}
