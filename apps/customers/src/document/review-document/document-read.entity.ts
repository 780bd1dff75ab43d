import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An operator was given a document's file. */
@Entity({ name: 'document_reads' })
export class DocumentRead {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'document_id' })
  documentId!: string;

  /** The application that asked for it. */
  @Column('uuid', { name: 'application_id' })
  applicationId!: string;

  /** The person, if the token was issued to one. */
  @Column('text', { name: 'user_id', nullable: true })
  personId!: string | null;

  @Column('uuid', { name: 'request_id' })
  requestId!: string;

  @Column('timestamptz')
  at!: Date;
}
