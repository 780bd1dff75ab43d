import type { DocumentFailureReason, DocumentType } from '@halyard/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { FileFormat } from './file/file-check.js';

/** Who papers are asked of. */
export const partyKinds = ['customer', 'beneficial-owner'] as const;
export type PartyKind = (typeof partyKinds)[number];

/** What came of a document's review. */
export const documentVerdicts = ['pending', 'accepted', 'rejected'] as const;
export type DocumentVerdict = (typeof documentVerdicts)[number];

/** A document, whose bytes are in the storage under its id. */
@Entity({ name: 'documents' })
export class Document {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'account_id' })
  accountId!: string;

  /** Whose data key seals the document's own: the customer itself, or the one that its owner belongs to. */
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

  /** Bytes of the file. */
  @Column('integer')
  size!: number;

  /** The key that its bytes are sealed under, and no others, sealed for the customer under `documents.key`. */
  @Column('bytea', { name: 'sealed_key' })
  sealedKey!: Buffer;

  /** Keyed hash of content and name: the same file again is known by it. */
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

  /** Application that reviewed it; none where the sandbox did. */
  @Column('uuid', { name: 'reviewed_by', nullable: true })
  reviewedBy!: string | null;
}
