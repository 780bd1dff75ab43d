import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A WebAuthn credential of a person. */
@Entity({ name: 'passkeys' })
export class Passkey {
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  @Column({ name: 'person_id', type: 'uuid' })
  personId!: string;

  /** As the authenticator named it, in base64url. */
  @Column({ name: 'credential_id', type: 'text' })
  credentialId!: string;

  /** COSE. */
  @Column({ name: 'public_key', type: 'bytea' })
  publicKey!: Buffer;

  /** How often the authenticator says that it was used; many say 0. */
  @Column({ type: 'bigint' })
  counter!: string;

  @Column({ name: 'created_at', type: 'timestamptz' })
  createdAt!: Date;
}
