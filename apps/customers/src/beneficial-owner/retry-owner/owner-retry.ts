import { Injectable } from '@nestjs/common';
import type { Operation, ResourceAnswer } from '@halyard/contracts';
import { DomainError } from '@halyard/core';
import { accountOf, timeOf } from '@halyard/http';
import { type Change, Changes } from '@halyard/changes';
import { DataSource } from 'typeorm';
import { Customer } from '../../customer/customer.entity.js';
import { CustomerTeller } from '../../customer/customer-teller.js';
import { afterChange, mayChangeOwners } from '../../customer/ownership.js';
import { beneficialOwnerAnswer } from '../beneficial-owner.answer.js';
import { BeneficialOwner } from '../beneficial-owner.entity.js';
import { findCompany } from '../company.js';
import { findOwner } from '../find-owner.js';
import { OwnerChanges } from '../owner-changes.js';
import { type CheckedOwner, OwnerIdentity, readOwner } from '../owner-identity.js';
import { mayRetry } from '../owner-states.js';

interface Retry extends CheckedOwner {
  readonly id: string;
  readonly customerId: string;
  readonly accountId: string;
  readonly at: Date;
}

/** Checks an owner again, with complete new data. */
@Injectable()
export class OwnerRetry {
  constructor(
    private readonly changes: Changes,
    private readonly dataSource: DataSource,
    private readonly identity: OwnerIdentity,
    private readonly owners: OwnerChanges,
    private readonly teller: CustomerTeller,
  ) {}

  /** @throws DomainError NotFound, ValidationError, InvalidResourceState; ServiceUnavailable */
  async execute(operation: Operation, id: string, body: unknown): Promise<ResourceAnswer<'beneficial-owner'>> {
    const at = timeOf(operation);
    const accountId = accountOf(operation);
    const known = await this.dataSource.manager.findOneBy(BeneficialOwner, { id, accountId });
    // A repeat may find the owner removed: it gets the stored answer, and whoever removed the owner has told others.
    if (!known) return this.changes.run(operation, () => Promise.reject(new DomainError('NotFound')));
    const { customerId, verificationStatus } = known;
    const person = await readOwner(body, at);
    const company = await this.dataSource.manager.findOneByOrFail(Customer, { id: customerId });
    // An owner is checked only if its data is asked for. A repeat of a stored operation gets the stored answer anyway.
    const checked =
      mayRetry(verificationStatus) && mayChangeOwners(company)
        ? await this.identity.checked(operation, customerId, person, 'incomplete')
        : undefined;
    return this.changes.run(
      operation,
      async (change) => {
        if (!checked) throw new DomainError('InvalidResourceState');
        return this.retry(change, { id, customerId, accountId, at, ...checked });
      },
      { tell: () => this.teller.tell(operation, customerId) },
    );
  }

  private async retry(
    change: Change,
    { id, customerId, accountId, data, step, at }: Retry,
  ): Promise<ResourceAnswer<'beneficial-owner'>> {
    const { tx } = change;
    const customer = await findCompany(tx, { id: customerId, accountId }, { mode: 'pessimistic_write' });
    const owner = await findOwner(tx, { id, accountId });
    if (!mayRetry(owner.verificationStatus)) throw new DomainError('InvalidResourceState');
    const changed = { ...owner, ...data, verificationStatus: step.to };
    await tx.update(BeneficialOwner, { id }, { ...data, verificationStatus: step.to });
    await this.owners.record(change, customer, {
      owner: changed,
      events: [{ type: step.event }],
      at,
      ownership: (unverified) => afterChange(customer, unverified, at),
    });
    return beneficialOwnerAnswer(changed, customer);
  }
}
