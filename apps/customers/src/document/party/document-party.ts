import type { Change } from '@halyard/changes';
import type { EntityManager } from 'typeorm';
import type { PartyKind } from '../document.entity.js';
import type { DocumentSubject } from '../document-rules.js';

/** A customer or an owner who may be asked for documents, with its current state. */
export interface DocumentParty {
  readonly kind: PartyKind;
  readonly id: string;
  readonly accountId: string;
  /** The id of the customer itself, or of the owner's company. */
  readonly customerId: string;
  /** The party has to send documents about these subjects now; empty if none are asked for. */
  readonly wanted: readonly DocumentSubject[];
}

export interface PartyOfAccount {
  readonly id: string;
  /** Only finds a party of this account. Undefined for operators, who may see parties of any account. */
  readonly accountId?: string;
}

export interface DocumentStep {
  readonly step: 'uploaded' | 'approved' | 'failed';
  readonly documentId: string;
  readonly about: DocumentSubject;
  readonly at: Date;
}

/** A kind of party that sends documents. Each kind applies the effects of documents to its own parties. */
export abstract class DocumentParties {
  abstract find(manager: EntityManager, party: PartyOfAccount): Promise<DocumentParty | undefined>;
  /** Like `find`, and locks the party until the transaction ends. */
  abstract lock(tx: EntityManager, party: PartyOfAccount): Promise<DocumentParty | undefined>;
  /** Applies the step to a locked party. If all requested documents are accepted, the party is verified. */
  abstract apply(change: Change, party: DocumentParty, step: DocumentStep): Promise<void>;
}
