import type { ErasingService, ErasureObstacle } from '@halyard/contracts/erasures';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * See `erasure-work.ts`. `ordered`: the customer is to be closed, as after a backup was restored. `closed`: nothing
 * changes the customer any more. `erasing`: there is no way back. `reopened`: money came in between, and the customer
 * is as it was before.
 */
export type ErasureStep = 'ordered' | 'closed' | 'erasing' | 'reopened' | 'refused' | 'done';

/** The order to erase a person, with its reason and the services that have done so. The row stays, as proof. */
@Entity({ name: 'erasures' })
export class Erasure {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'customer_id' })
  customerId!: string;

  @Column('text')
  reason!: string;

  /** The application that ordered it. */
  @Column('uuid')
  operator!: string;

  /** The person for whom the application acted. */
  @Column('uuid', { name: 'person_id', nullable: true })
  personId!: string | null;

  @Column('text')
  step!: ErasureStep;

  /** Whether obstacles are ignored, because the erasure was already done before a backup was restored. */
  @Column('boolean')
  unconditional!: boolean;

  /**
   * Whether the customer was deactivated only for the erasure. A return that comes meanwhile may deactivate it for
   * good.
   */
  @Column('boolean')
  deactivates!: boolean;

  @Column('text', { array: true })
  obstacles!: readonly ErasureObstacle[];

  /** When each service confirmed that it has removed its data, ISO 8601. */
  @Column('jsonb')
  confirmations!: Readonly<Partial<Record<ErasingService, string>>>;

  @Column('timestamptz')
  created!: Date;

  @Column('timestamptz', { nullable: true })
  ended!: Date | null;
}
