import type { Change } from '@halyard/changes';
import type { EntityManager } from 'typeorm';
import type { PartyKind } from '../document.entity.js';
import type { DocumentSubject } from '../document-rules.js';

/** Someone who may be asked for documents, in their current state. */
export interface DocumentParty {
  readonly kind: PartyKind;
  readonly id: string;
  readonly accountId: string;
  /** The party itself, or the customer that the owner belongs to. */
  readonly customerId: string;
  /** The subjects that it has to send documents about now; empty when none are asked for. */
  readonly wanted: readonly DocumentSubject[];
}

export interface PartyOfAccount {
  readonly id: string;
  /** Undefined for operators, who may see those of any account. */
  readonly accountId?: string;
}

/** An event of a document. */
export interface DocumentStep {
  readonly step: 'uploaded' | 'approved' | 'failed';
  readonly documentId: string;
  readonly about: DocumentSubject;
  readonly at: Date;
}

/** What documents need of one kind of party. The effects on the party are its own business. */
export abstract class DocumentParties {
  abstract find(manager: EntityManager, party: PartyOfAccount): Promise<DocumentParty | undefined>;
  /** Like `find`, and locks the party until the transaction ends. */
  abstract lock(tx: EntityManager, party: PartyOfAccount): Promise<DocumentParty | undefined>;
  /**
   * Applies the step to a party that is locked, with all consequences: a party whose requested documents are all
   * accepted is verified.
   */
  abstract take(change: Change, party: DocumentParty, step: DocumentStep): Promise<void>;
}
