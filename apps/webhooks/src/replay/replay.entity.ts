import { Column, Entity, PrimaryColumn, type ValueTransformer } from 'typeorm';

const number: ValueTransformer = {
  from: (text: string | null) => (text === null ? null : Number(text)),
  to: (value: number | null) => value,
};

/** A client's request to deliver a range of a subscription's events once more. */
@Entity({ name: 'replays' })
export class Replay {
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  @Column({ name: 'subscription_id', type: 'uuid' })
  subscriptionId!: string;

  /** The first and the last number of the range. */
  @Column({ name: 'from_sequence', type: 'bigint', transformer: number })
  fromSequence!: number;

  @Column({ name: 'to_sequence', type: 'bigint', transformer: number })
  toSequence!: number;

  /** The replay takes only events that were created from this time on, and before `createdBefore`. */
  @Column({ name: 'created_from', type: 'timestamptz', nullable: true })
  createdFrom!: Date | null;

  @Column({ name: 'created_before', type: 'timestamptz', nullable: true })
  createdBefore!: Date | null;

  /** The URL to send to, instead of the subscription's own. */
  @Column({ type: 'text', nullable: true })
  url!: string | null;

  /** The number up to which the events are queued. */
  @Column({ type: 'bigint', transformer: number })
  queued!: number;

  @Column({ name: 'events', type: 'bigint', transformer: number })
  events!: number;

  @Column({ name: 'created_at', type: 'timestamptz' })
  createdAt!: Date;
}

export const isDone = ({ queued, toSequence }: Pick<Replay, 'queued' | 'toSequence'>): boolean => queued >= toSequence;
