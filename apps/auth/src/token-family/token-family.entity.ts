import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One authorization of a person: a code, then tokens that replace each other. */
@Entity({ name: 'token_families' })
export class TokenFamily {
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  @Column({ name: 'person_id', type: 'uuid' })
  personId!: string;

  @Column({ name: 'application_id', type: 'uuid' })
  applicationId!: string;

  @Column({ name: 'account_id', type: 'uuid' })
  accountId!: string;

  /** The session in which the person was asked. */
  @Column({ name: 'session_id', type: 'uuid' })
  sessionId!: string;

  /** When the person had logged in. Null for families of earlier releases whose session is forgotten. */
  @Column({ name: 'authenticated_at', type: 'timestamptz', nullable: true })
  authenticatedAt!: Date | null;

  @Column({ type: 'text', array: true })
  scopes!: string[];

  /** How the person had logged in. Null if `authenticatedAt` is null. */
  @Column({ type: 'text', array: true, nullable: true })
  methods!: string[] | null;

  @Column({ name: 'created_at', type: 'timestamptz' })
  createdAt!: Date;

  /** When the code was exchanged; null before. */
  @Column({ name: 'exchanged_at', type: 'timestamptz', nullable: true })
  exchangedAt!: Date | null;

  /** The generation of the newest refresh token. Each exchange adds one. */
  @Column({ type: 'integer' })
  generation!: number;

  @Column({ name: 'refreshed_at', type: 'timestamptz', nullable: true })
  refreshedAt!: Date | null;

  /** The newest answer, for a client that lost it. */
  @Column({ name: 'sealed_answer', type: 'bytea', nullable: true })
  sealedAnswer!: Buffer | null;

  @Column({ name: 'expires_at', type: 'timestamptz' })
  expiresAt!: Date;

  @Column({ name: 'ended_at', type: 'timestamptz', nullable: true })
  endedAt!: Date | null;
}
