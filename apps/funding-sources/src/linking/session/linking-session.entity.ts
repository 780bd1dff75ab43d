import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Somebody who is about to link a bank, or to choose an account in the pages of a provider. */
@Entity({ name: 'linking_sessions' })
export class LinkingSession {
  /** That of the token that opened it: each opens one. */
  @PrimaryColumn('uuid')
  id!: string;

  /** The customer whose bank is linked; the account in a provider's pages. */
  @Column('uuid', { name: 'owner_id' })
  ownerId!: string;

  /** By the system's time. */
  @Column('timestamptz', { name: 'expires_at' })
  expiresAt!: Date;

  /** Those that came back with nothing, and the one that is under way. */
  @Column('integer')
  attempts!: number;

  /** `Progress`, sealed for the owner under `funding-sources.linking-session`; null before the first login. */
  @Column('bytea', { nullable: true })
  progress!: Buffer | null;

  /** Of whoever changed it last. */
  @Column('integer')
  version!: number;
}
