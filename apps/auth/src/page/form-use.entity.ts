import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A form that was sent, or what is answered once by any of several forms. */
@Entity({ name: 'form_uses' })
export class FormUse {
  /** Keyed hash of the form's token, or of the path. */
  @PrimaryColumn('text')
  key!: string;

  /** Keyed hash of the secret of the browser that sent it. */
  @Column({ name: 'browser_hash', type: 'text' })
  browserHash!: string;

  @Column({ name: 'claimed_at', type: 'timestamptz' })
  claimedAt!: Date;

  /** Null while its effect is under way. */
  @Column({ name: 'done_at', type: 'timestamptz', nullable: true })
  doneAt!: Date | null;

  /** The answer, with which the repeat is answered too. Null for a form whose answer stands with its path. */
  @Column({ name: 'sealed_answer', type: 'bytea', nullable: true })
  sealedAnswer!: Buffer | null;

  @Column({ name: 'expires_at', type: 'timestamptz' })
  expiresAt!: Date;
}
