import type { AttributesOf } from '@halyard/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

type Shown = AttributesOf<'beneficial-owner'>;
export type OwnerStatus = Shown['verificationStatus'];

/** Who owns 25 % of a company or more. */
@Entity({ name: 'beneficial_owners' })
export class BeneficialOwner {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'customer_id' })
  customerId!: string;

  @Column('uuid', { name: 'account_id' })
  accountId!: string;

  @Column('text', { name: 'verification_status' })
  verificationStatus!: OwnerStatus;

  @Column('text', { name: 'first_name' })
  firstName!: string;

  @Column('text', { name: 'last_name' })
  lastName!: string;

  @Column('jsonb')
  address!: Shown['address'];

  /** Birthday, social security number or passport: sealed under `customers.beneficial-owner`, for the customer. */
  @Column('bytea')
  numbers!: Buffer;

  @Column('timestamptz')
  created!: Date;
}
