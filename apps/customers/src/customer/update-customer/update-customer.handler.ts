import { Injectable } from '@nestjs/common';
import type { Operation, ResourceDocument } from '@halyard/contracts';
import { DomainError } from '@halyard/core';
import { accountOf, timeOf } from '@halyard/http';
import { type Change, Changes } from '@halyard/messaging';
import { customerDocument } from '../customer.document.js';
import { Customer } from '../customer.entity.js';
import { CustomerHistory } from '../customer-history.js';
import { CustomerTeller } from '../customer-teller.js';
import { takeAction } from '../take-action.js';
import type { StatusAction } from '../customer-status.js';

@Injectable()
export class UpdateCustomerHandler {
  constructor(
    private readonly changes: Changes,
    private readonly teller: CustomerTeller,
    private readonly history: CustomerHistory,
  ) {}

  /**
   * The same operation again changes nothing, but tells again: whoever was answered 503 because a service could not be
   * told completes the change by repeating it.
   *
   * @throws DomainError NotFound, InvalidResourceState; ServiceUnavailable when the change stands but was not told
   */
  async execute(operation: Operation, id: string, action: StatusAction): Promise<ResourceDocument> {
    const accountId = accountOf(operation);
    const at = timeOf(operation);
    return this.changes.run(operation, (change) => this.apply(change, { id, accountId, action, at }), {
      tell: () => this.teller.tell(operation, id),
    });
  }

  private async apply(change: Change, { id, accountId, action, at }: Update): Promise<ResourceDocument> {
    const { tx } = change;
    const customer = await tx.findOne(Customer, { where: { id, accountId }, lock: { mode: 'pessimistic_write' } });
    if (!customer) throw new DomainError('NotFound');
    const changed = await takeAction(change, customer, { action, at, history: this.history });
    if (!changed) throw new DomainError('InvalidResourceState');
    return customerDocument(changed);
  }
}

interface Update {
  readonly id: string;
  readonly accountId: string;
  readonly action: StatusAction;
  readonly at: Date;
}
