import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Counts the recent wrong guesses for a person, a network or both. Keys are keyed hashes. */
@Entity({ name: 'guesses' })
export class Guesses {
  @PrimaryColumn({ type: 'text' })
  key!: string;

  @Column({ type: 'integer' })
  wrong!: number;

  @Column({ name: 'last_at', type: 'timestamptz' })
  lastAt!: Date;

  /** No guess is checked before this time. */
  @Column({ name: 'wait_until', type: 'timestamptz' })
  waitUntil!: Date;
}
