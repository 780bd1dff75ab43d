import { Injectable } from '@nestjs/common';
import { created, type CreatedAnswer, type Operation } from '@halyard/contracts';
import { asRefusal, DomainError, newId } from '@halyard/core';
import { accountOf, timeOf } from '@halyard/http';
import { type Change, Changes } from '@halyard/changes';
import { DataSource } from 'typeorm';
import { CustomerTeller } from '../../customer/customer-teller.js';
import { afterChange } from '../../customer/ownership.js';
import type { CheckedPerson } from '../../customer/personal-data.js';
import { BeneficialOwner } from '../beneficial-owner.entity.js';
import { findCompany } from '../company.js';
import { OwnerChanges } from '../owner-changes.js';
import { type CheckedOwner, OwnerIdentity, readOwner } from '../owner-identity.js';

/** Each owner holds at least 25 %. */
const OWNERS_MAX = 4;

interface NewOwner extends CheckedOwner {
  readonly customerId: string;
  readonly accountId: string;
  readonly at: Date;
}

@Injectable()
export class OwnerAddition {
  constructor(
    private readonly changes: Changes,
    private readonly dataSource: DataSource,
    private readonly identity: OwnerIdentity,
    private readonly owners: OwnerChanges,
    private readonly teller: CustomerTeller,
  ) {}

  /**
   * An operation that was carried out before gets its stored answer, whatever the company's state is now: so a refusal
   * is thrown only inside the change.
   *
   * @throws DomainError NotFound, ValidationError, InvalidResourceState, MaxNumberOfResources; ServiceUnavailable
   */
  async execute(operation: Operation, customerId: string, body: unknown): Promise<CreatedAnswer> {
    const person = await readOwner(body, timeOf(operation));
    const owner = await this.checked(operation, customerId, person).catch(asRefusal);
    return this.changes.run(
      operation,
      async (change) => {
        if (owner instanceof DomainError) throw owner;
        return this.add(change, owner);
      },
      { tell: () => this.teller.tell(operation, customerId) },
    );
  }

  /** Nobody is checked if the company would be refused anyway. */
  private async checked(operation: Operation, customerId: string, person: CheckedPerson): Promise<NewOwner> {
    const accountId = accountOf(operation);
    await findCompany(this.dataSource.manager, { id: customerId, accountId });
    const checked = await this.identity.checked(operation, customerId, person, 'new');
    return { customerId, accountId, at: timeOf(operation), ...checked };
  }

  private async add(change: Change, { customerId, accountId, data, step, at }: NewOwner): Promise<CreatedAnswer> {
    const { tx } = change;
    const customer = await findCompany(tx, { id: customerId, accountId }, { mode: 'pessimistic_write' });
    if ((await tx.countBy(BeneficialOwner, { customerId })) >= OWNERS_MAX) {
      throw new DomainError('MaxNumberOfResources', { message: 'A company has four beneficial owners at most.' });
    }
    const owner = { ...data, id: newId(), customerId, accountId, verificationStatus: step.to, created: at };
    await tx.insert(BeneficialOwner, owner);
    await this.owners.record(change, customer, {
      owner,
      events: [{ type: 'customers.beneficial-owner-created.v1' }, { type: step.event }],
      at,
      ownership: (unverified) => afterChange(customer, unverified, at),
    });
    return created('beneficial-owner', owner.id);
  }
}
