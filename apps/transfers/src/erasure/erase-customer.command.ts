import { Command } from '@nestjs/cqrs';
import type { FactAnswer } from '@halyard/contracts';

/** Erases what transfers know of a person: money, ids and times stay. */
export class EraseCustomer extends Command<FactAnswer<null>> {
  constructor(readonly customerId: string) {
    super();
  }
}
