import type { DocumentFailureReason, DocumentType } from '@halyard/contracts/documents';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { FileFormat } from './file/file-check.js';

export type PartyKind = 'customer' | 'beneficial-owner';

export type DocumentVerdict = 'pending' | 'accepted' | 'rejected';

/** A document's record. The bytes are in the storage, under the document's id. */
@Entity({ name: 'documents' })
export class Document {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'account_id' })
  accountId!: string;

  /** The customer whose data key seals the document's key: the customer itself, or the owner's. */
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

  /** In bytes. */
  @Column('integer')
  size!: number;

  /** The key that seals only this document's bytes. It is itself sealed for the customer under `documents.key`. */
  @Column('bytea', { name: 'sealed_key' })
  sealedKey!: Buffer;

  /** Keyed hash of content and name, to recognize the same file. */
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

  /** The application that reviewed it; null if the sandbox did. */
  @Column('uuid', { name: 'reviewed_by', nullable: true })
  reviewedBy!: string | null;

  /** The person for whom the application acted, if any. */
  @Column('uuid', { name: 'reviewer_id', nullable: true })
  reviewerId!: string | null;
}
