import { Command } from '@nestjs/cqrs';
import type { BegunMicroDeposits, FactAnswer, Operation } from '@halyard/contracts';

/** Pays micro-deposits to a bank, as one payment. */
export class BeginMicroDeposits extends Command<FactAnswer<null>> {
  constructor(
    readonly operation: Operation,
    readonly paymentId: string,
    readonly deposits: BegunMicroDeposits,
  ) {
    super();
  }
}
