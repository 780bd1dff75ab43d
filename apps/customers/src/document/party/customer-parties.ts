import { Injectable } from '@nestjs/common';
import type { CustomersFact } from '@halyard/contracts/customers';
import type { Change } from '@halyard/changes';
import type { EntityManager } from 'typeorm';
import { Customer, type Finding } from '../../customer/customer.entity.js';
import { CustomerHistory } from '../../customer/customer-history.js';
import { applyCommand } from '../../customer/apply-command.js';
import type { DocumentSubject } from '../document-rules.js';
import { DocumentParties, type DocumentParty, type DocumentStep, type PartyOfAccount } from './document-party.js';

const events: Readonly<Record<DocumentStep['step'], CustomersFact['type']>> = {
  uploaded: 'customers.customer-verification-document-uploaded.v1',
  approved: 'customers.customer-verification-document-approved.v1',
  failed: 'customers.customer-verification-document-failed.v1',
};

/** Customers who are asked for documents (reference facts, sections 2.5 and 3). */
@Injectable()
export class CustomerParties extends DocumentParties {
  constructor(private readonly history: CustomerHistory) {
    super();
  }

  async find(manager: EntityManager, where: PartyOfAccount): Promise<DocumentParty | undefined> {
    const customer = await manager.findOneBy(Customer, where);
    return customer ? partyOf(customer) : undefined;
  }

  async lock(tx: EntityManager, where: PartyOfAccount): Promise<DocumentParty | undefined> {
    const customer = await tx.findOne(Customer, { where, lock: { mode: 'pessimistic_write' } });
    return customer ? partyOf(customer) : undefined;
  }

  async apply(change: Change, { id }: DocumentParty, { step, documentId, about, at }: DocumentStep): Promise<void> {
    const customer = await change.tx.findOneByOrFail(Customer, { id });
    const findings =
      step === 'approved' ? customer.findings.filter((finding) => !isSettled(finding, about)) : customer.findings;
    const told = { ...customer, findings, version: customer.version + 1 };
    await change.tx.update(Customer, { id }, { findings: [...findings], version: told.version });
    await this.history.record(change, told, { type: events[step], at, documentId });
    const isCleared = customer.findings.length > 0 && findings.length === 0;
    if (isCleared) await applyCommand(change, told, { command: 'pass', at, history: this.history });
  }
}

const subjectOf = ({ subject }: Finding): DocumentSubject => (subject === 'business' ? 'business' : 'person');

const isSettled = (finding: Finding, about: DocumentSubject): boolean =>
  finding.needs === 'papers' && subjectOf(finding) === about;

const partyOf = ({ id, accountId, status, findings }: Customer): DocumentParty => ({
  kind: 'customer',
  id,
  accountId,
  customerId: id,
  wanted: status === 'document' ? findings.filter(({ needs }) => needs === 'papers').map(subjectOf) : [],
});
