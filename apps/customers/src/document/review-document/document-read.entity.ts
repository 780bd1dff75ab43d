import { Column, Entity, PrimaryColumn } from 'typeorm';

/** That an operator was given a document's file, and when. */
@Entity({ name: 'document_reads' })
export class DocumentRead {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'document_id' })
  documentId!: string;

  /** The application that asked for it. */
  @Column('uuid', { name: 'application_id' })
  applicationId!: string;

  /** The person, where the token is one's. */
  @Column('text', { name: 'user_id', nullable: true })
  userId!: string | null;

  @Column('uuid', { name: 'request_id' })
  requestId!: string;

  @Column('timestamptz')
  at!: Date;
}
