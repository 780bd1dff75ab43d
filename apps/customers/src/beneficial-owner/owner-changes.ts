import { Injectable } from '@nestjs/common';
import type { CustomersFact } from '@halyard/contracts/customers';
import type { Change } from '@halyard/changes';
import { Not } from 'typeorm';
import { Customer } from '../customer/customer.entity.js';
import { CustomerHistory } from '../customer/customer-history.js';
import type { Ownership } from '../customer/ownership.js';
import { BeneficialOwner } from './beneficial-owner.entity.js';

interface OwnerEvent {
  readonly type: CustomersFact['type'];
  readonly documentId?: string;
}

interface OwnerChange {
  readonly owner: BeneficialOwner;
  /** The events, in order. The first already states the final standing, because consumers may have read no further. */
  readonly events: readonly OwnerEvent[];
  readonly at: Date;
  /** The new standing of the certification, given the number of unverified owners. */
  readonly ownership: (unverifiedOwners: number) => Ownership;
}

/** Records an owner's change: the new standing of its company, which must be locked, and the history of both. */
@Injectable()
export class OwnerChanges {
  constructor(private readonly history: CustomerHistory) {}

  async record(change: Change, customer: Customer, { owner, events, at, ownership }: OwnerChange): Promise<void> {
    const { tx } = change;
    const unverified = { customerId: customer.id, verificationStatus: Not('verified' as const) };
    const standing = ownership(await tx.countBy(BeneficialOwner, unverified));
    let company = { ...customer, ...standing };
    for (const event of events) {
      company = { ...company, version: company.version + 1 };
      await this.history.record(change, company, { ...event, at, owner });
    }
    await tx.update(Customer, { id: customer.id }, { ...standing, version: company.version });
  }
}
