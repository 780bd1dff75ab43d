import { Command } from '@nestjs/cqrs';
import type { FactDocument } from '@halyard/contracts';

/** Erases what transfers know of a person: money, ids and times stay. */
export class EraseCustomer extends Command<FactDocument<null>> {
  constructor(readonly customerId: string) {
    super();
  }
}
