import type { DocumentFailureReason, DocumentType } from '@halyard/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { FileFormat } from './file/file-check.js';

/** Who can be asked for documents. */
export type PartyKind = 'customer' | 'beneficial-owner';

/** The outcome of a document's review. */
export type DocumentVerdict = 'pending' | 'accepted' | 'rejected';

/** A document. Its bytes are in the storage, under its id. */
@Entity({ name: 'documents' })
export class Document {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'account_id' })
  accountId!: string;

  /**
   * The customer whose data key seals the document's key: the customer itself, or the one that the owner belongs to.
   */
  @Column('uuid', { name: 'customer_id' })
  customerId!: string;

  @Column('text', { name: 'party_kind' })
  partyKind!: PartyKind;

  @Column('uuid', { name: 'party_id' })
  partyId!: string;

  @Column('text')
  type!: DocumentType;

  @Column('text')
  format!: FileFormat;

  /** Size of the file in bytes. */
  @Column('integer')
  size!: number;

  /**
   * The key under which only this document's bytes are sealed, itself sealed for the customer under `documents.key`.
   */
  @Column('bytea', { name: 'sealed_key' })
  sealedKey!: Buffer;

  /** Keyed hash of content and name, by which the same file is recognized. */
  @Column('text')
  fingerprint!: string;

  @Column('text')
  verdict!: DocumentVerdict;

  @Column('text', { array: true, name: 'failure_reasons' })
  failureReasons!: readonly DocumentFailureReason[];

  @Column('timestamptz')
  created!: Date;

  @Column('timestamptz', { name: 'reviewed_at', nullable: true })
  reviewedAt!: Date | null;

  /** The application that reviewed it; null when the sandbox did. */
  @Column('uuid', { name: 'reviewed_by', nullable: true })
  reviewedBy!: string | null;

  /** The person who reviewed it, where the application acted for one. */
  @Column('uuid', { name: 'reviewer_id', nullable: true })
  reviewerId!: string | null;
}
