import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A program without a browser asks a person to let it in (RFC 8628). Both codes are keyed hashes. */
@Entity({ name: 'device_grants' })
export class DeviceGrant {
  @PrimaryColumn('text', { name: 'device_hash' })
  deviceHash!: string;

  @Column('text', { name: 'user_hash' })
  userHash!: string;

  @Column('uuid', { name: 'application_id' })
  applicationId!: string;

  @Column('text', { array: true })
  scopes!: string[];

  @Column('bytea', { name: 'sealed_network' })
  sealedNetwork!: Buffer;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt!: Date;

  @Column('timestamptz', { name: 'polled_at', nullable: true })
  polledAt!: Date | null;

  /** When a person answered; null while nobody has. */
  @Column('timestamptz', { name: 'decided_at', nullable: true })
  decidedAt!: Date | null;

  /** The family of tokens that the person allowed; null if it denied them. */
  @Column('uuid', { name: 'family_id', nullable: true })
  familyId!: string | null;
}
