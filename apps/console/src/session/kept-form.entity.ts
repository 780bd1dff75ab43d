import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A form that a person is filling in, or was when the session ended. */
@Entity({ name: 'kept_forms' })
export class KeptForm {
  @PrimaryColumn({ name: 'person_id', type: 'uuid' })
  personId!: string;

  @PrimaryColumn({ name: 'account_id', type: 'uuid' })
  accountId!: string;

  /** The page's own id of the form: two tabs may have the same form. */
  @PrimaryColumn({ type: 'uuid' })
  slot!: string;

  /** The session in which the form is filled in. It may have ended. */
  @Column({ name: 'session_id', type: 'uuid' })
  sessionId!: string;

  /** Keyed hash of the path of its page: a path may contain what somebody has searched for. */
  @Column({ name: 'page_hash', type: 'text' })
  pageHash!: string;

  @Column({ type: 'bytea' })
  sealed!: Buffer;

  @Column({ name: 'kept_at', type: 'timestamptz' })
  keptAt!: Date;

  /** Half an hour after the end of the session. Until then, the time moves on while the session is used. */
  @Column({ name: 'expires_at', type: 'timestamptz' })
  expiresAt!: Date;
}
