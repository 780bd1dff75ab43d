import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A password, a one-time code or recovery code, or a passkey (RFC 8176). */
export type AuthenticationMethod = 'pwd' | 'otp' | 'hwk';

/**
 * A log-in in a browser, or of a first-party program that a person let in by a browser. Once ended, it is one of the
 * latest sign-ins.
 */
@Entity({ name: 'sessions' })
export class Session {
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  /** Keyed hash of the session's secret. */
  @Column({ name: 'token_hash', type: 'text' })
  tokenHash!: string;

  @Column({ name: 'person_id', type: 'uuid' })
  personId!: string;

  /** Keyed hash of the browser's secret, by which the browser is recognized. */
  @Column({ name: 'browser_hash', type: 'text' })
  browserHash!: string;

  @Column({ type: 'text' })
  device!: string;

  /** The public application of this session, whose id is that of its family of tokens. Null for a browser's session. */
  @Column({ name: 'application_id', type: 'uuid', nullable: true })
  applicationId!: string | null;

  @Column({ type: 'text', array: true })
  methods!: AuthenticationMethod[];

  /** False while a second factor is asked for. Such a session allows nothing else. */
  @Column({ name: 'is_complete', type: 'boolean' })
  isComplete!: boolean;

  @Column({ name: 'next_path', type: 'text' })
  nextPath!: string;

  @Column({ name: 'began_at', type: 'timestamptz' })
  beganAt!: Date;

  /** Updated at most once a minute. */
  @Column({ name: 'seen_at', type: 'timestamptz' })
  seenAt!: Date;

  @Column({ name: 'expires_at', type: 'timestamptz' })
  expiresAt!: Date;

  @Column({ name: 'ended_at', type: 'timestamptz', nullable: true })
  endedAt!: Date | null;
}
