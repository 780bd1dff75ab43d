import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How somebody proved who it is (RFC 8176): by a password, a one-time code or recovery code, or a passkey. */
export type AuthenticationMethod = 'pwd' | 'otp' | 'hwk';

/** A log-in in a browser, or of a program of ours that a browser let in. Its row outlives it, as one of the person's latest sign-ins. */
@Entity({ name: 'sessions' })
export class Session {
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  /** Keyed hash of what the browser has. */
  @Column({ name: 'token_hash', type: 'text' })
  tokenHash!: string;

  @Column({ name: 'person_id', type: 'uuid' })
  personId!: string;

  /** Keyed hash of the browser's own secret, by which it is known again. */
  @Column({ name: 'browser_hash', type: 'text' })
  browserHash!: string;

  @Column({ type: 'text' })
  device!: string;

  /** The public application that the session is for, with the id of its family of tokens. Null for that of a browser. */
  @Column({ name: 'application_id', type: 'uuid', nullable: true })
  applicationId!: string | null;

  @Column({ type: 'text', array: true })
  methods!: AuthenticationMethod[];

  /** False while a second factor is still asked for: such a session allows nothing else. */
  @Column({ name: 'is_complete', type: 'boolean' })
  isComplete!: boolean;

  /** The page that follows the log-in. */
  @Column({ name: 'next_path', type: 'text' })
  nextPath!: string;

  @Column({ name: 'began_at', type: 'timestamptz' })
  beganAt!: Date;

  /** Of a request a minute ago at most. */
  @Column({ name: 'seen_at', type: 'timestamptz' })
  seenAt!: Date;

  @Column({ name: 'expires_at', type: 'timestamptz' })
  expiresAt!: Date;

  @Column({ name: 'ended_at', type: 'timestamptz', nullable: true })
  endedAt!: Date | null;
}
