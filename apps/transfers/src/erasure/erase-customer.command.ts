import { Command } from '@nestjs/cqrs';
import type { FactAnswer } from '@halyard/contracts';

/** Erases a person's data in transfers. Money, ids and times stay. */
export class EraseCustomer extends Command<FactAnswer<null>> {
  constructor(readonly customerId: string) {
    super();
  }
}
