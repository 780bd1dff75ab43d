import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Somebody who logs in. E-mail and name are sealed under a key of the person; destroying the key erases them. */
@Entity({ name: 'people' })
export class Person {
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  /** Keyed hash of the e-mail address in the form in which addresses are compared. */
  @Column({ name: 'email_hash', type: 'text' })
  emailHash!: string;

  @Column({ name: 'sealed_email', type: 'bytea' })
  sealedEmail!: Buffer;

  @Column({ name: 'sealed_name', type: 'bytea' })
  sealedName!: Buffer;

  /** In PHC format, with the hash's parameters. */
  @Column({ name: 'password_hash', type: 'text' })
  passwordHash!: string;

  /** When the person was suspended: since then it may not log in. Null if it is not suspended. */
  @Column({ name: 'suspended_at', type: 'timestamptz', nullable: true })
  suspendedAt!: Date | null;

  @Column({ type: 'text', nullable: true })
  reason!: string | null;

  @Column({ name: 'created_at', type: 'timestamptz' })
  createdAt!: Date;
}
