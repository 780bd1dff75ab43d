import type { AttributesOf } from '@halyard/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

type OwnerAttributes = AttributesOf<'beneficial-owner'>;
export type OwnerStatus = OwnerAttributes['verificationStatus'];

/** A person who owns at least 25 % of a company. */
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

  /** The name, for searches by words. */
  @Column('text', { name: 'search_text' })
  searchText!: string;

  @Column('jsonb')
  address!: OwnerAttributes['address'];

  /** Date of birth, and social security number or passport; sealed under `customers.beneficial-owner`. */
  @Column('bytea')
  numbers!: Buffer;

  @Column('timestamptz')
  created!: Date;
}
