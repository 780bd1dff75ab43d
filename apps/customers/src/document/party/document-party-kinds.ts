import { Injectable } from '@nestjs/common';
import type { Operation } from '@halyard/contracts';
import { CustomerTeller } from '../../customer/customer-teller.js';
import type { PartyKind } from '../document.entity.js';
import { CustomerParties } from './customer-parties.js';
import type { DocumentParties, DocumentParty } from './document-party.js';
import { OwnerParties } from './owner-parties.js';

@Injectable()
export class DocumentPartyKinds {
  private readonly kinds: Readonly<Record<PartyKind, DocumentParties>>;

  constructor(
    customers: CustomerParties,
    owners: OwnerParties,
    private readonly teller: CustomerTeller,
  ) {
    this.kinds = { customer: customers, 'beneficial-owner': owners };
  }

  of(kind: PartyKind): DocumentParties {
    return this.kinds[kind];
  }

  /** Tells other services the customer's current state, by which they decide. */
  tell(operation: Operation, { customerId }: Pick<DocumentParty, 'customerId'>): Promise<void> {
    return this.teller.tell(operation, customerId);
  }
}
