import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A private key that signs tokens. It is sealed, so reading the table is not enough to sign anything. */
@Entity({ name: 'signing_keys' })
export class SigningKey {
  @PrimaryColumn({ type: 'text' })
  kid!: string;

  /** A private JSON Web Key. */
  @Column({ name: 'sealed_jwk', type: 'bytea' })
  sealedJwk!: Buffer;

  @Column({ name: 'created_at', type: 'timestamptz' })
  createdAt!: Date;

  @Column({ name: 'signs_from', type: 'timestamptz' })
  signsFrom!: Date;

  /** When the last token signed by this key expires; null until another key follows this one. */
  @Column({ name: 'verifies_until', type: 'timestamptz', nullable: true })
  verifiesUntil!: Date | null;
}
