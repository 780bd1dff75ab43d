import { Injectable } from '@nestjs/common';
import type { AppliedReturn as Return, FactDocument, Operation, PartyFact } from '@halyard/contracts';
import { DomainError, returnCodes } from '@halyard/core';
import { timeOf } from '@halyard/http';
import { type Change, Changes } from '@halyard/messaging';
import { Customer } from '../customer.entity.js';
import { customerFact } from '../customer.fact.js';
import { CustomerHistory } from '../customer-history.js';
import { CustomerTeller } from '../customer-teller.js';
import { statusWords } from '../states/status-words.js';
import { takeCommand } from '../take-command.js';
import { AppliedReturn } from './applied-return.entity.js';

/** What a return does to the customer whose bank it came from (reference facts, section 7.9, column C). */
@Injectable()
export class ApplyReturnHandler {
  constructor(
    private readonly changes: Changes,
    private readonly teller: CustomerTeller,
    private readonly history: CustomerHistory,
  ) {}

  /**
   * A return that was applied before changes nothing, under whichever operation it comes, and is told again.
   *
   * @throws DomainError NotFound; ServiceUnavailable when the change stands but was not told
   */
  execute(operation: Operation, id: string, given: Return): Promise<FactDocument<PartyFact>> {
    const at = timeOf(operation);
    return this.changes.run(
      operation,
      async (change) => ({ document: 'fact', fact: customerFact(await this.apply(change, id, given, at)) }),
      { tell: () => this.teller.tell(operation, id) },
    );
  }

  /** Leaves a deactivated customer as it is: whoever is to be suspended can send nothing already. */
  private async apply(change: Change, id: string, { returnId, code }: Return, at: Date): Promise<Customer> {
    const { tx } = change;
    const customer = await tx.findOne(Customer, { where: { id }, lock: { mode: 'pessimistic_write' } });
    if (!customer) throw new DomainError('NotFound');
    if (await tx.existsBy(AppliedReturn, { returnId })) return customer;
    await tx.insert(AppliedReturn, { returnId, customerId: id, code, appliedAt: at });
    const { customer: action } = returnCodes[code].effects;
    if (!action || customer.status === 'deactivated') return customer;
    return (
      (await takeCommand(change, customer, { command: statusWords[action], at, history: this.history })) ?? customer
    );
  }
}
