import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A private key that signs tokens. Sealed: reading the table is not enough to sign anything. */
@Entity({ name: 'signing_keys' })
export class SigningKey {
  @PrimaryColumn({ type: 'text' })
  kid!: string;

  /** Private JSON Web Key. */
  @Column({ name: 'sealed_jwk', type: 'bytea' })
  sealedJwk!: Buffer;

  @Column({ name: 'created_at', type: 'timestamptz' })
  createdAt!: Date;
}
