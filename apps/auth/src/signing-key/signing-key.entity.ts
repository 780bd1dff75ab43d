import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A private key that signs tokens. Sealed: whoever reads the table can sign nothing. */
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
