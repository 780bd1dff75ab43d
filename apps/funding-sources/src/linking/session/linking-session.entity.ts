import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Somebody who is about to link a bank of a customer. */
@Entity({ name: 'linking_sessions' })
export class LinkingSession {
  /** That of the token that opened it: each opens one. */
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'customer_id' })
  customerId!: string;

  /** By the system's time. */
  @Column('timestamptz', { name: 'expires_at' })
  expiresAt!: Date;

  /** Those that came back with nothing, and the one that is under way. */
  @Column('integer')
  attempts!: number;

  /** `Progress`, sealed for the customer under `funding-sources.linking-session`; null before the first login. */
  @Column('bytea', { nullable: true })
  progress!: Buffer | null;

  /** Of whoever changed it last. */
  @Column('integer')
  version!: number;
}
