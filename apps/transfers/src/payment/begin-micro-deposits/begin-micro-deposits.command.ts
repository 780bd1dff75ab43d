import { Command } from '@nestjs/cqrs';
import type { FactAnswer, Operation } from '@halyard/contracts';
import type { BegunMicroDeposits } from '@halyard/contracts/funding-sources';

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
