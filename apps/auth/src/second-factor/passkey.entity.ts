import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity({ name: 'passkeys' })
export class Passkey {
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  @Column({ name: 'person_id', type: 'uuid' })
  personId!: string;

  /** The authenticator's id of the credential, in base64url. */
  @Column({ name: 'credential_id', type: 'text' })
  credentialId!: string;

  /** In COSE format. */
  @Column({ name: 'public_key', type: 'bytea' })
  publicKey!: Buffer;

  /** The authenticator's count of uses; many authenticators always say 0. */
  @Column({ type: 'bigint' })
  counter!: string;

  @Column({ name: 'created_at', type: 'timestamptz' })
  createdAt!: Date;
}
