import type { ErasingService, ErasureObstacle } from '@halyard/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * How far an erasure has come: see `erasure-work.ts`. `ordered`: the customer is to be closed, as it is where a backup was
 * restored. `closed`: from now on nothing changes the customer. `erasing`: there is no way back. `reopened`: money came in
 * between, and the customer is as it was.
 */
export type ErasureStep = 'ordered' | 'closed' | 'erasing' | 'reopened' | 'refused' | 'done';

/** That a person is to be forgotten, why, and who has done so. It stays, for whoever asks later. */
@Entity({ name: 'erasures' })
export class Erasure {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'customer_id' })
  customerId!: string;

  @Column('text')
  reason!: string;

  /** The application that asked for it. */
  @Column('uuid')
  operator!: string;

  @Column('text')
  step!: ErasureStep;

  /** Whether nothing stands against it, because it was done before. */
  @Column('boolean')
  unconditional!: boolean;

  /** Whether the customer was deactivated for it. */
  @Column('boolean')
  deactivates!: boolean;

  @Column('text', { array: true })
  obstacles!: readonly ErasureObstacle[];

  /** When each service has let go of the person, ISO 8601. */
  @Column('jsonb')
  confirmations!: Readonly<Partial<Record<ErasingService, string>>>;

  @Column('timestamptz')
  created!: Date;

  @Column('timestamptz', { nullable: true })
  ended!: Date | null;
}
