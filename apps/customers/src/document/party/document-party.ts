import type { Change } from '@halyard/messaging';
import type { EntityManager } from 'typeorm';
import type { PartyKind } from '../document.entity.js';
import type { Subject } from '../document-rules.js';

/** Someone whom documents are asked of, as it stands now. */
export interface DocumentParty {
  readonly kind: PartyKind;
  readonly id: string;
  readonly accountId: string;
  /** Itself, or the customer that it belongs to. */
  readonly customerId: string;
  /** Whom it is to bring documents about, as it stands; nobody where none are asked for. */
  readonly wanted: readonly Subject[];
}

export interface PartyOfAccount {
  readonly id: string;
  /** Any account's, for operators. */
  readonly accountId?: string;
}

/** What happened to a document of a party. */
export interface DocumentStep {
  readonly step: 'uploaded' | 'approved' | 'failed';
  readonly documentId: string;
  readonly about: Subject;
  readonly at: Date;
}

/** How documents meet one kind of party: what becomes of it by them is its own business. */
export abstract class DocumentParties {
  abstract find(manager: EntityManager, party: PartyOfAccount): Promise<DocumentParty | undefined>;
  /** The same, and nobody else changes it until the transaction ends. */
  abstract lock(tx: EntityManager, party: PartyOfAccount): Promise<DocumentParty | undefined>;
  /**
   * Takes the step with a party that is locked, and all that follows from it: whoever has brought what was wanted is
   * verified.
   */
  abstract take(change: Change, party: DocumentParty, step: DocumentStep): Promise<void>;
}
