import { Injectable } from '@nestjs/common';
import { type Operation, serviceRoutes } from '@halyard/contracts';
import type { CustomerErasure } from '@halyard/contracts/customers';
import type { ErasingService } from '@halyard/contracts/erasures';
import { Changes } from '@halyard/changes';
import { ServiceCalls } from '@halyard/http';
import { Sealer } from '@halyard/persistence';
import type { EntityManager } from 'typeorm';
import type { Customer } from '../customer/customer.entity.js';
import { Document } from '../document/document.entity.js';
import { DocumentVault } from '../document/storage/document-vault.js';
import { empty } from './emptied-customer.js';
import type { Erasure } from './erasure.entity.js';

const others = {
  'funding-sources': serviceRoutes.eraseAtFundingSources,
  transfers: serviceRoutes.eraseAtTransfers,
  webhooks: serviceRoutes.eraseAtWebhooks,
} as const satisfies Record<Exclude<ErasingService, 'customers'>, unknown>;

/** An erasure and its customer, both locked. */
export interface ErasureCase {
  readonly tx: EntityManager;
  readonly erasure: Erasure;
  readonly customer: Customer;
  /** By the customer's clock. */
  readonly at: Date;
  readonly operation: Operation;
}

/** The data of persons that this service and the others store. */
@Injectable()
export class ErasedData {
  constructor(
    private readonly changes: Changes,
    private readonly vault: DocumentVault,
    private readonly sealer: Sealer,
    private readonly calls: ServiceCalls,
  ) {}

  eraseAt(service: ErasingService, one: ErasureCase): Promise<void> {
    return service === 'customers' ? this.eraseHere(one) : this.eraseElsewhere(service, one);
  }

  private async eraseHere({ tx, customer, at }: ErasureCase): Promise<void> {
    const documents = await tx.find(Document, { where: { customerId: customer.id }, select: { id: true } });
    await Promise.all(documents.map(({ id }) => this.vault.remove(id)));
    await empty(this.changes.within(tx), customer, at, this.sealer);
  }

  private eraseElsewhere(service: keyof typeof others, { customer, at, operation }: ErasureCase): Promise<void> {
    const order: CustomerErasure = { accountId: customer.accountId, at: at.toISOString() };
    return this.calls.tell(others[service], customer.id, order, operation);
  }
}
