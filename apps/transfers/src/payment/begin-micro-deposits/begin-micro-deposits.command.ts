import { Command } from '@nestjs/cqrs';
import type { BegunMicroDeposits, FactAnswer, Operation } from '@halyard/contracts';

export class BeginMicroDeposits extends Command<FactAnswer<null>> {
  constructor(
    readonly operation: Operation,
    readonly paymentId: string,
    readonly deposits: BegunMicroDeposits,
  ) {
    super();
  }
}
