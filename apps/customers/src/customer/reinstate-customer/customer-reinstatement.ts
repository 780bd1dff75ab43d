import { Injectable } from '@nestjs/common';
import type { Operation, ResourceAnswer } from '@halyard/contracts';
import { Clock, DomainError } from '@halyard/core';
import { type Actor, actorOf } from '@halyard/http';
import { type Change, Changes } from '@halyard/changes';
import { Customer, type Finding } from '../customer.entity.js';
import { CustomerHistory } from '../customer-history.js';
import { CustomerTeller } from '../customer-teller.js';
import { papersOf } from '../identity/identity-of.js';
import { customerStandingAnswer } from '../standing/customer-standing.js';
import { applyCommand } from '../apply-command.js';

/** The customer returns to its former status, and has to show documents if its identity is in question. */
@Injectable()
export class CustomerReinstatement {
  constructor(
    private readonly changes: Changes,
    private readonly history: CustomerHistory,
    private readonly teller: CustomerTeller,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws DomainError NotFound; InvalidResourceState for a customer that is not suspended; ServiceUnavailable if the
   * change is committed but others could not be told
   */
  async execute(operation: Operation, id: string): Promise<ResourceAnswer<'customer-standing'>> {
    const by = actorOf(operation);
    return this.changes.run(operation, (change) => this.reinstate(change, id, by), {
      tell: () => this.teller.tell(operation, id),
    });
  }

  private async reinstate(change: Change, id: string, by: Actor): Promise<ResourceAnswer<'customer-standing'>> {
    const customer = await change.tx.findOne(Customer, { where: { id }, lock: { mode: 'pessimistic_write' } });
    if (!customer) throw new DomainError('NotFound');
    const reinstated = await applyCommand(change, customer, {
      command: 'reinstate',
      // By the clock of the customer's account: the request has the clock of the operator's account.
      at: await this.clock.now(customer.accountId),
      history: this.history,
      by,
      with: customer.statusBefore === 'document' ? { findings: toProve(customer) } : {},
    });
    if (!reinstated) throw new DomainError('InvalidResourceState');
    return customerStandingAnswer(reinstated);
  }
}

/**
 * The documents to show. A suspension ends a review, so documents replace it; a refusal leaves no findings, so all
 * documents are asked for.
 */
function toProve(customer: Customer): readonly Finding[] {
  const open = customer.findings.map((finding): Finding =>
    finding.needs === 'review' ? { ...finding, needs: 'papers', reasons: [] } : finding,
  );
  return open.length > 0 ? open : papersOf(customer);
}
