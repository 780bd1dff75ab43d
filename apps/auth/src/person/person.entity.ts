import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Somebody who logs in. E-mail and name are sealed under a key of the person, with which they are erased. */
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

  /** With its parameters, in the format of PHC strings. */
  @Column({ name: 'password_hash', type: 'text' })
  passwordHash!: string;

  /** Since when it may not log in; null for nearly all. */
  @Column({ name: 'suspended_at', type: 'timestamptz', nullable: true })
  suspendedAt!: Date | null;

  @Column({ type: 'text', nullable: true })
  reason!: string | null;

  @Column({ name: 'created_at', type: 'timestamptz' })
  createdAt!: Date;
}
