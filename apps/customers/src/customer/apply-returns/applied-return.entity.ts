import type { ReturnCode } from '@halyard/core';
import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity({ name: 'applied_returns' })
export class AppliedReturnRow {
  @PrimaryColumn('uuid', { name: 'return_id' })
  returnId!: string;

  @Column('uuid', { name: 'customer_id' })
  customerId!: string;

  @Column('text')
  code!: ReturnCode;

  @Column('timestamptz', { name: 'applied_at' })
  appliedAt!: Date;
}
