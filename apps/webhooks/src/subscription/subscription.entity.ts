import type { PauseReason } from '@halyard/contracts/webhooks';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The endpoint to which an application's account sends its events. */
@Entity({ name: 'subscriptions' })
export class Subscription {
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  @Column({ name: 'account_id', type: 'uuid' })
  accountId!: string;

  @Column({ name: 'application_id', type: 'uuid' })
  applicationId!: string;

  /** The URL exactly as the client wrote it. */
  @Column({ type: 'text' })
  url!: string;

  /** A text for people, by the client. */
  @Column({ type: 'text', nullable: true })
  description!: string | null;

  /** The topics that are sent; null for all. */
  @Column({ type: 'text', array: true, nullable: true })
  topics!: string[] | null;

  /** Whether each event waits until the one before it is delivered. None is then skipped. */
  @Column({ name: 'strict_order', type: 'boolean' })
  strictOrder!: boolean;

  /** The secret, sealed under the account's key in the context `SECRET_CONTEXT`. */
  @Column({ name: 'sealed_secret', type: 'bytea' })
  sealedSecret!: Buffer;

  /** The next secret; present during a rotation. */
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
