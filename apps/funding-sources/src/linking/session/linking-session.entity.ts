import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Somebody links a bank, or chooses an account in the pages of a provider. */
@Entity({ name: 'linking_sessions' })
export class LinkingSession {
  /** The id of the token that opened the session. Each token opens one session. */
  @PrimaryColumn('uuid')
  id!: string;

  /** The customer whose bank is linked; in a provider's pages the account. */
  @Column('uuid', { name: 'owner_id' })
  ownerId!: string;

  /** In system time. */
  @Column('timestamptz', { name: 'expires_at' })
  expiresAt!: Date;

  /** Attempts without progress, including the one under way. */
  @Column('integer')
  attempts!: number;

  /** `Progress`, sealed for the owner under `funding-sources.linking-session`; null before the first login. */
  @Column('bytea', { nullable: true })
  progress!: Buffer | null;

  /** Increases with each change, so that only one of two requests at once can change the session. */
  @Column('integer')
  version!: number;
}
