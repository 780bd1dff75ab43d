import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A browser that visits the console. Before a log-in it belongs to nobody, and only ties attempts to the browser. */
@Entity({ name: 'sessions' })
export class Session {
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  /** Keyed hash of the browser's secret. */
  @Column({ name: 'token_hash', type: 'text' })
  tokenHash!: string;

  @Column({ name: 'person_id', type: 'uuid', nullable: true })
  personId!: string | null;

  @Column({ name: 'account_id', type: 'uuid', nullable: true })
  accountId!: string | null;

  @Column({ name: 'sealed_tokens', type: 'bytea', nullable: true })
  sealedTokens!: Buffer | null;

  /** When the person last proved its identity. */
  @Column({ name: 'logged_in_at', type: 'timestamptz', nullable: true })
  loggedInAt!: Date | null;

  /** Not updated at every request. */
  @Column({ name: 'seen_at', type: 'timestamptz' })
  seenAt!: Date;

  @Column({ name: 'expires_at', type: 'timestamptz' })
  expiresAt!: Date;
}
