import type { PauseReason } from '@halyard/contracts/webhooks';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An application's endpoint for its account's events. */
@Entity({ name: 'subscriptions' })
export class Subscription {
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  @Column({ name: 'account_id', type: 'uuid' })
  accountId!: string;

  @Column({ name: 'application_id', type: 'uuid' })
  applicationId!: string;

  /** Exactly as the client wrote it. */
  @Column({ type: 'text' })
  url!: string;

  /** Written by the client. */
  @Column({ type: 'text', nullable: true })
  description!: string | null;

  /** Null for all. */
  @Column({ type: 'text', array: true, nullable: true })
  topics!: string[] | null;

  /** Each event waits until the one before it is delivered; none is skipped. */
  @Column({ name: 'strict_order', type: 'boolean' })
  strictOrder!: boolean;

  /** Sealed under the account's key, in the context `SECRET_CONTEXT`. */
  @Column({ name: 'sealed_secret', type: 'bytea' })
  sealedSecret!: Buffer;

  /** Present during a rotation. */
  @Column({ name: 'sealed_next_secret', type: 'bytea', nullable: true })
  sealedNextSecret!: Buffer | null;

  @Column({ type: 'boolean' })
  paused!: boolean;

  @Column({ name: 'pause_reason', type: 'text', nullable: true })
  pauseReason!: PauseReason | null;

  /** Failed attempts since the last successful one. */
  @Column({ type: 'integer' })
  failures!: number;

  @Column({ name: 'created_at', type: 'timestamptz' })
  createdAt!: Date;
}

export const SECRET_CONTEXT = 'webhooks.subscription-secret';
