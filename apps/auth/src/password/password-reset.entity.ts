import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A link by which a person sets a new password. It works once. */
@Entity({ name: 'password_resets' })
export class PasswordReset {
  /** Keyed hash of the token in the link. */
  @PrimaryColumn({ name: 'token_hash', type: 'text' })
  tokenHash!: string;

  @Column({ name: 'person_id', type: 'uuid' })
  personId!: string;

  @Column({ name: 'created_at', type: 'timestamptz' })
  createdAt!: Date;

  @Column({ name: 'expires_at', type: 'timestamptz' })
  expiresAt!: Date;
}
