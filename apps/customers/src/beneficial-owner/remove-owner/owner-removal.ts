import { Injectable } from '@nestjs/common';
import type { Operation, ResourceAnswer } from '@halyard/contracts';
import { DomainError } from '@halyard/core';
import { accountOf, timeOf } from '@halyard/http';
import { type Change, Changes } from '@halyard/changes';
import { DataSource } from 'typeorm';
import { CustomerTeller } from '../../customer/customer-teller.js';
import { afterChange } from '../../customer/ownership.js';
import { beneficialOwnerAnswer } from '../beneficial-owner.answer.js';
import { BeneficialOwner } from '../beneficial-owner.entity.js';
import { findCompany } from '../company.js';
import { findOwner } from '../find-owner.js';
import { OwnerChanges } from '../owner-changes.js';

@Injectable()
export class OwnerRemoval {
  constructor(
    private readonly changes: Changes,
    private readonly dataSource: DataSource,
    private readonly owners: OwnerChanges,
    private readonly teller: CustomerTeller,
  ) {}

  /**
   * Answers with the owner as it was before the removal. A repeat no longer finds the owner: it gets the stored answer,
   * and others hear of the removal by the bus. That is early enough, since a removal never bars the company at once.
   *
   * @throws DomainError NotFound, InvalidResourceState; ServiceUnavailable if the change is committed but others could
   * not be told
   */
  async execute(operation: Operation, id: string): Promise<ResourceAnswer<'beneficial-owner'>> {
    const where = { id, accountId: accountOf(operation) };
    const at = timeOf(operation);
    const known = await this.dataSource.manager.findOneBy(BeneficialOwner, where);
    const customerId = known?.customerId;
    if (customerId === undefined) return this.changes.run(operation, () => Promise.reject(new DomainError('NotFound')));
    return this.changes.run(operation, (change) => this.remove(change, where, customerId, at), {
      tell: () => this.teller.tell(operation, customerId),
    });
  }

  private async remove(
    change: Change,
    where: OwnerOf,
    customerId: string,
    at: Date,
  ): Promise<ResourceAnswer<'beneficial-owner'>> {
    const { tx } = change;
    const company = { id: customerId, accountId: where.accountId };
    const customer = await findCompany(tx, company, { mode: 'pessimistic_write' });
    const owner = await findOwner(tx, where);
    await tx.delete(BeneficialOwner, { id: owner.id });
    await this.owners.record(change, customer, {
      owner,
      events: [{ type: 'customers.beneficial-owner-removed.v1' }],
      at,
      ownership: (unverified) => afterChange(customer, unverified, at),
    });
    return beneficialOwnerAnswer(owner, customer);
  }
}

interface OwnerOf {
  readonly id: string;
  readonly accountId: string;
}
