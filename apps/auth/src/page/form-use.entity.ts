import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A form that was sent, or a path whose forms have one effect together. */
@Entity({ name: 'form_uses' })
export class FormUse {
  /** Keyed hash of the form's token, or of the path. */
  @PrimaryColumn('text')
  key!: string;

  /** Keyed hash of the secret of the browser that sent the form. */
  @Column({ name: 'browser_hash', type: 'text' })
  browserHash!: string;

  @Column({ name: 'claimed_at', type: 'timestamptz' })
  claimedAt!: Date;

  /** Null while the form is being handled. */
  @Column({ name: 'done_at', type: 'timestamptz', nullable: true })
  doneAt!: Date | null;

  /** The answer, for repeats. Null if the form's path has a row of its own, which holds the answer. */
  @Column({ name: 'sealed_answer', type: 'bytea', nullable: true })
  sealedAnswer!: Buffer | null;

  @Column({ name: 'expires_at', type: 'timestamptz' })
  expiresAt!: Date;
}
