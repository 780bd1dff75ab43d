import { Body, Controller } from '@nestjs/common';
import { type FactAnswer, serviceRoutes } from '@halyard/contracts';
import type { CustomersEvent } from '@halyard/contracts/customers';
import type { Snapshot, SnapshotsTaken, WantedSnapshot } from '@halyard/contracts/events';
import { Serves } from '@halyard/http';
import { HistorySnapshots, type PastEntry } from '@halyard/changes';
import { Sealer } from '@halyard/persistence';
import { DataSource } from 'typeorm';
import { beneficialOwnerAnswer } from '../beneficial-owner/beneficial-owner.answer.js';
import { customerAnswer } from '../customer/customer.answer.js';
import { HISTORY } from '../customer/customer-history.js';
import { documentAnswer } from '../document/document.answer.js';
import { Document, type DocumentVerdict } from '../document/document.entity.js';
import { readSnapshot } from './past-customer.js';

/** Past states of customers, their owners and documents, from the sealed data of the history. */
@Controller()
export class TakeSnapshotsController {
  constructor(
    private readonly snapshots: HistorySnapshots,
    private readonly dataSource: DataSource,
    private readonly sealer: Sealer,
  ) {}

  /** @throws DomainError BadRequest */
  @Serves(serviceRoutes.takeCustomerSnapshots)
  take(@Body() body: unknown): Promise<FactAnswer<SnapshotsTaken>> {
    return this.snapshots.take(body, (wanted, entry) => this.render(wanted, entry));
  }

  private async render({ kind, id }: WantedSnapshot, entry: PastEntry): Promise<Snapshot | undefined> {
    if (!entry.sealed) return undefined;
    const { customer, owner } = readSnapshot(await this.sealer.open(entry.key, HISTORY, entry.sealed));
    switch (kind) {
      case 'customer':
        return id === customer.id ? customerAnswer(customer, entry.at) : undefined;
      case 'beneficial-owner':
        return owner?.id === id ? beneficialOwnerAnswer(owner, customer) : undefined;
      case 'document':
        return this.document(id, entry);
      default:
        return undefined;
    }
  }

  /** A document changes only by its review, which happens once. */
  private async document(id: string, { key, type }: PastEntry): Promise<Snapshot | undefined> {
    const verdict = verdicts[type as CustomersEvent['type']];
    const document = await this.dataSource.manager.findOneBy(Document, { id, customerId: key });
    if (!document || !verdict) return undefined;
    return documentAnswer(verdict === document.verdict ? document : { ...document, verdict, failureReasons: [] });
  }
}

/** The verdict known at the time of each event. */
const verdicts: Readonly<Partial<Record<CustomersEvent['type'], DocumentVerdict>>> = {
  'customers.customer-verification-document-uploaded.v1': 'pending',
  'customers.customer-verification-document-approved.v1': 'accepted',
  'customers.customer-verification-document-failed.v1': 'rejected',
  'customers.beneficial-owner-verification-document-uploaded.v1': 'pending',
  'customers.beneficial-owner-verification-document-approved.v1': 'accepted',
  'customers.beneficial-owner-verification-document-failed.v1': 'rejected',
};
