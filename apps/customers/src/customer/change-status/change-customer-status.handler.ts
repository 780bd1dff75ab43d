import { Injectable } from '@nestjs/common';
import type { Operation, ResourceDocument } from '@halyard/contracts';
import { serviceRoutes } from '@halyard/contracts';
import { DomainError } from '@halyard/core';
import { accountOf, ServiceCalls, timeOf } from '@halyard/http';
import { type Change, Changes } from '@halyard/messaging';
import { DataSource } from 'typeorm';
import { customerDocument } from '../customer.document.js';
import { Customer } from '../customer.entity.js';
import { customerFact } from '../customer.fact.js';
import { type StatusAction, statusAfter } from '../customer-status.js';

/** Services that let money move by a customer's status, and so must know of its change before the client does. */
const toBeTold = [serviceRoutes.tellFundingSourcesOfParty, serviceRoutes.tellTransfersOfParty];

@Injectable()
export class ChangeCustomerStatusHandler {
  constructor(
    private readonly changes: Changes,
    private readonly calls: ServiceCalls,
    private readonly dataSource: DataSource,
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
    return this.changes.run(operation, (change) => apply(change, { id, accountId, action, at }), {
      tell: () => this.tell(operation, id),
    });
  }

  private async tell(operation: Operation, id: string): Promise<void> {
    const fact = customerFact(await this.dataSource.manager.findOneByOrFail(Customer, { id }));
    await Promise.all(toBeTold.map((route) => this.calls.tell(route, id, fact, operation)));
  }
}

interface ChangeStatus {
  readonly id: string;
  readonly accountId: string;
  readonly action: StatusAction;
  readonly at: Date;
}

async function apply(change: Change, { id, accountId, action, at }: ChangeStatus): Promise<ResourceDocument> {
  const { tx } = change;
  const customer = await tx.findOne(Customer, { where: { id, accountId }, lock: { mode: 'pessimistic_write' } });
  if (!customer) throw new DomainError('NotFound');
  const next = statusAfter(action, customer);
  if (!next) throw new DomainError('InvalidResourceState');

  const { event, ...standing } = next;
  const changed = { ...customer, ...standing, version: customer.version + 1 };
  await tx.update(Customer, { id }, { ...standing, version: changed.version });
  await change.record({
    key: id,
    accountId,
    type: event,
    data: { ...customerFact(changed), from: customer.status },
    at,
  });
  return customerDocument(changed);
}
