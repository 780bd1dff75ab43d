import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How often somebody was wrong lately, counted for a person, a network or both: keys are keyed hashes. */
@Entity({ name: 'guesses' })
export class Guesses {
  @PrimaryColumn({ type: 'text' })
  key!: string;

  @Column({ type: 'integer' })
  wrong!: number;

  @Column({ name: 'last_at', type: 'timestamptz' })
  lastAt!: Date;

  /** Until then nothing is checked. */
  @Column({ name: 'wait_until', type: 'timestamptz' })
  waitUntil!: Date;
}
