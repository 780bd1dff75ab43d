import { Injectable } from '@nestjs/common';
import type { Operation, ResourceAnswer } from '@halyard/contracts';
import { accountOf, timeOf } from '@halyard/http';
import { type Change, Changes } from '@halyard/changes';
import { Customer } from '../../customer/customer.entity.js';
import { CustomerHistory } from '../../customer/customer-history.js';
import { CustomerTeller } from '../../customer/customer-teller.js';
import { afterCertification } from '../../customer/ownership.js';
import { findCompany } from '../company.js';
import { ownershipAnswer } from './ownership.answer.js';

@Injectable()
export class OwnershipCertification {
  constructor(
    private readonly changes: Changes,
    private readonly history: CustomerHistory,
    private readonly teller: CustomerTeller,
  ) {}

  /**
   * Certifies the current owners. While some are not verified, the company cannot send.
   *
   * @throws DomainError NotFound, InvalidResourceState; ServiceUnavailable if the change is committed but others could
   * not be told
   */
  execute(operation: Operation, id: string): Promise<ResourceAnswer<'beneficial-ownership'>> {
    const where = { id, accountId: accountOf(operation) };
    const at = timeOf(operation);
    return this.changes.run(operation, (change) => this.certify(change, where, at), {
      tell: () => this.teller.tell(operation, id),
    });
  }

  private async certify(
    change: Change,
    where: { readonly id: string; readonly accountId: string },
    at: Date,
  ): Promise<ResourceAnswer<'beneficial-ownership'>> {
    const customer = await findCompany(change.tx, where, { mode: 'pessimistic_write' });
    if (customer.ownership === 'certified') return ownershipAnswer(customer, at);
    const standing = afterCertification(customer);
    const certified = { ...customer, ...standing, version: customer.version + 1 };
    await change.tx.update(Customer, { id: customer.id }, { ...standing, version: certified.version });
    await this.history.record(change, certified, { type: 'customers.beneficial-ownership-certified.v1', at });
    return ownershipAnswer(certified, at);
  }
}
