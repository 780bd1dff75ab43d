import { Injectable } from '@nestjs/common';
import type { PartyKind } from '../document.entity.js';
import { CustomerParties } from './customer-parties.js';
import type { DocumentParties } from './document-party.js';

/** All kinds of parties that bring documents. */
@Injectable()
export class Parties {
  private readonly kinds: Readonly<Partial<Record<PartyKind, DocumentParties>>>;

  constructor(customers: CustomerParties) {
    this.kinds = { customer: customers };
  }

  of(kind: PartyKind): DocumentParties {
    const parties = this.kinds[kind];
    if (!parties) throw new Error(`nobody knows parties of the kind ${kind}`);
    return parties;
  }
}
