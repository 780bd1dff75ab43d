import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Values that a client could present are keyed hashes, and the payload is sealed. */
@Entity({ name: 'oidc_payloads' })
export class OidcPayload {
  @PrimaryColumn('text')
  model!: string;

  @PrimaryColumn('text', { name: 'id_hash' })
  idHash!: string;

  @Column('text', { name: 'uid_hash', nullable: true })
  uidHash!: string | null;

  @Column('text', { name: 'user_code_hash', nullable: true })
  userCodeHash!: string | null;

  @Column('text', { name: 'grant_hash', nullable: true })
  grantHash!: string | null;

  @Column('bytea', { name: 'sealed_payload' })
  sealedPayload!: Buffer;

  @Column('timestamptz', { name: 'consumed_at', nullable: true })
  consumedAt!: Date | null;

  @Column('timestamptz', { name: 'expires_at', nullable: true })
  expiresAt!: Date | null;
}
