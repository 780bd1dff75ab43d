import { Injectable } from '@nestjs/common';
import type { CustomersFact } from '@halyard/contracts';
import type { Change } from '@halyard/messaging';
import { Not } from 'typeorm';
import { Customer } from '../customer/customer.entity.js';
import { CustomerHistory } from '../customer/customer-history.js';
import type { Ownership } from '../customer/ownership.js';
import { BeneficialOwner } from './beneficial-owner.entity.js';

interface OwnerEvent {
  readonly type: CustomersFact['type'];
  /** The document that it is about. */
  readonly documentId?: string;
}

interface OwnerChange {
  readonly owner: BeneficialOwner;
  /** In their order. The first of them states all that they come to, so that nobody takes the company for another. */
  readonly events: readonly OwnerEvent[];
  readonly at: Date;
  /** What becomes of the certification, with so many owners who are not verified. */
  readonly ownership: (unverifiedOwners: number) => Ownership;
}

/** What a change of an owner makes of a company that is locked: its standing, and the history of both. */
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
