import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A browser that visits the console. Before a log-in it is nobody's, and only ties attempts to that browser. */
@Entity({ name: 'sessions' })
export class Session {
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  /** Keyed hash of what the browser has. */
  @Column({ name: 'token_hash', type: 'text' })
  tokenHash!: string;

  @Column({ name: 'person_id', type: 'uuid', nullable: true })
  personId!: string | null;

  @Column({ name: 'account_id', type: 'uuid', nullable: true })
  accountId!: string | null;

  @Column({ name: 'sealed_tokens', type: 'bytea', nullable: true })
  sealedTokens!: Buffer | null;

  /** A form that the person has filled in, and sends after a fresh log-in. */
  @Column({ name: 'sealed_form', type: 'bytea', nullable: true })
  sealedForm!: Buffer | null;

  /** When the person last proved who it is. */
  @Column({ name: 'logged_in_at', type: 'timestamptz', nullable: true })
  loggedInAt!: Date | null;

  /** Of a request a minute ago at most. */
  @Column({ name: 'seen_at', type: 'timestamptz' })
  seenAt!: Date;

  @Column({ name: 'expires_at', type: 'timestamptz' })
  expiresAt!: Date;
}
