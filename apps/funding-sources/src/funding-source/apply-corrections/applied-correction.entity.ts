import type { CorrectionCode } from '@halyard/core';
import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity({ name: 'applied_corrections' })
export class AppliedCorrectionRow {
  @PrimaryColumn('uuid', { name: 'correction_id' })
  correctionId!: string;

  @Column('uuid', { name: 'funding_source_id' })
  fundingSourceId!: string;

  @Column('text')
  code!: CorrectionCode;

  /** Whether it changed the bank. */
  @Column('boolean')
  applied!: boolean;

  @Column('timestamptz', { name: 'applied_at' })
  appliedAt!: Date;
}
