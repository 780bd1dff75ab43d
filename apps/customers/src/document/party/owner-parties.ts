import { Injectable } from '@nestjs/common';
import type { CustomersFact } from '@halyard/contracts/customers';
import type { Change } from '@halyard/changes';
import type { EntityManager } from 'typeorm';
import { BeneficialOwner } from '../../beneficial-owner/beneficial-owner.entity.js';
import { OwnerChanges } from '../../beneficial-owner/owner-changes.js';
import { asksForPapers, byAcceptedPapers } from '../../beneficial-owner/owner-states.js';
import { Customer } from '../../customer/customer.entity.js';
import { afterPapers, mayChangeOwners } from '../../customer/ownership.js';
import { DocumentParties, type DocumentParty, type DocumentStep, type PartyOfAccount } from './document-party.js';

const events: Readonly<Record<DocumentStep['step'], CustomersFact['type']>> = {
  uploaded: 'customers.beneficial-owner-verification-document-uploaded.v1',
  approved: 'customers.beneficial-owner-verification-document-approved.v1',
  failed: 'customers.beneficial-owner-verification-document-failed.v1',
};

/** Beneficial owners who are asked for documents (reference facts, sections 3 and 4). */
@Injectable()
export class OwnerParties extends DocumentParties {
  constructor(private readonly owners: OwnerChanges) {
    super();
  }

  async find(manager: EntityManager, where: PartyOfAccount): Promise<DocumentParty | undefined> {
    const owner = await manager.findOneBy(BeneficialOwner, where);
    if (!owner) return undefined;
    return partyOf(owner, await manager.findOneByOrFail(Customer, { id: owner.customerId }));
  }

  /**
   * Locks the owner's company first, as every change of owners does. The owner is read before to find the company, and
   * may be gone once the lock is held.
   */
  async lock(tx: EntityManager, where: PartyOfAccount): Promise<DocumentParty | undefined> {
    const known = await tx.findOneBy(BeneficialOwner, where);
    if (!known) return undefined;
    await tx.findOneOrFail(Customer, { where: { id: known.customerId }, lock: { mode: 'pessimistic_write' } });
    return this.find(tx, where);
  }

  async apply(change: Change, party: DocumentParty, { step, documentId, at }: DocumentStep): Promise<void> {
    const { tx } = change;
    const { id } = party;
    const customer = await tx.findOneByOrFail(Customer, { id: party.customerId });
    const owner = await tx.findOneByOrFail(BeneficialOwner, { id });
    const passed = step === 'approved' ? byAcceptedPapers(owner.verificationStatus) : undefined;
    const verificationStatus = passed?.to ?? owner.verificationStatus;
    if (passed) await tx.update(BeneficialOwner, { id }, { verificationStatus });
    await this.owners.record(change, customer, {
      owner: { ...owner, verificationStatus },
      events: [{ type: events[step], documentId }, ...(passed ? [{ type: passed.event }] : [])],
      at,
      ownership: (unverified) => afterPapers(customer, unverified),
    });
  }
}

const partyOf = (
  { id, accountId, customerId, verificationStatus }: BeneficialOwner,
  company: Customer,
): DocumentParty => ({
  kind: 'beneficial-owner',
  id,
  accountId,
  customerId,
  wanted: asksForPapers(verificationStatus) && mayChangeOwners(company) ? ['person'] : [],
});
