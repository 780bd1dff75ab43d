import type { AttributesOf, PartyFact } from '@halyard/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

export const customerTypes = [
  'unverified',
  'receive-only',
  'personal',
  'business',
] as const satisfies readonly PartyFact['type'][];
export type CustomerType = (typeof customerTypes)[number];

export const customerStatuses = [
  'unverified',
  'retry',
  'document',
  'verified',
  'suspended',
  'deactivated',
] as const satisfies readonly PartyFact['status'][];
export type CustomerStatus = (typeof customerStatuses)[number];

type Shown = AttributesOf<'customer'>;
export type BusinessType = NonNullable<Shown['businessType']>;

/** Whether a company has certified who owns it. */
export type OwnershipStatus = AttributesOf<'beneficial-ownership'>['status'];

/** Who runs a company, as far as it is shown. */
export type Controller = NonNullable<Shown['controller']>;
export type Address = Controller['address'];

/** Why an identity is still in question, and whose: a person's, a controller's, a business's. */
export interface Finding {
  readonly subject: 'person' | 'controller' | 'business';
  readonly needs: 'data' | 'papers' | 'review';
  readonly reasons: readonly string[];
}

/** A customer as it is now. Names, e-mail and address stand here in plain, because they are searched; nowhere else. */
@Entity({ name: 'customers' })
export class Customer {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'account_id' })
  accountId!: string;

  @Column('uuid', { name: 'application_id' })
  applicationId!: string;

  @Column('text')
  type!: CustomerType;

  @Column('text')
  status!: CustomerStatus;

  /** What reactivation or reinstatement restores; set while the customer is deactivated or suspended. */
  @Column('text', { name: 'status_before', nullable: true })
  statusBefore!: CustomerStatus | null;

  @Column('text', { name: 'first_name' })
  firstName!: string;

  @Column('text', { name: 'last_name' })
  lastName!: string;

  @Column('text')
  email!: string;

  @Column('text', { name: 'business_name', nullable: true })
  businessName!: string | null;

  @Column('text', { name: 'doing_business_as', nullable: true })
  doingBusinessAs!: string | null;

  @Column('text', { nullable: true })
  website!: string | null;

  @Column('text', { name: 'business_type', nullable: true })
  businessType!: BusinessType | null;

  @Column('uuid', { name: 'business_classification', nullable: true })
  businessClassification!: string | null;

  @Column('jsonb', { nullable: true })
  controller!: Controller | null;

  @Column('text', { nullable: true })
  phone!: string | null;

  @Column('text', { name: 'ip_address', nullable: true })
  ipAddress!: string | null;

  @Column('text', { name: 'correlation_id', nullable: true })
  correlationId!: string | null;

  @Column('text', { nullable: true })
  address1!: string | null;

  @Column('text', { nullable: true })
  address2!: string | null;

  @Column('text', { nullable: true })
  city!: string | null;

  @Column('text', { nullable: true })
  state!: string | null;

  @Column('text', { name: 'postal_code', nullable: true })
  postalCode!: string | null;

  /** Whether a company has certified who owns it; null for whoever needs not: see `ownership.ts`. */
  @Column('text', { nullable: true })
  ownership!: OwnershipStatus | null;

  /** When it must have certified again; set while it has to. */
  @Column('timestamptz', { name: 'grace_end', nullable: true })
  graceEnd!: Date | null;

  /** How many of its owners are not verified. */
  @Column('integer', { name: 'unverified_owners' })
  unverifiedOwners!: number;

  /** Sealed under `customers.ssn`. */
  @Column('bytea', { nullable: true })
  ssn!: Buffer | null;

  /** Sealed under `customers.date-of-birth`. */
  @Column('bytea', { name: 'date_of_birth', nullable: true })
  dateOfBirth!: Buffer | null;

  /** Sealed under `customers.ein`. */
  @Column('bytea', { nullable: true })
  ein!: Buffer | null;

  /** The controller's birthday and number, as JSON sealed under `customers.controller`. */
  @Column('bytea', { name: 'controller_numbers', nullable: true })
  controllerNumbers!: Buffer | null;

  /** What is to be cleared up about the identity: something while the status, or the one before, is retry or document. */
  @Column('jsonb')
  findings!: readonly Finding[];

  /** `email` folded to lower case: what is unique within the application. */
  @Column('text', { name: 'email_key' })
  emailKey!: string;

  /** What searches look into, folded to lower case. */
  @Column('text', { name: 'search_text' })
  searchText!: string;

  /** Of who is being erased, or was: nothing changes such a customer any more. */
  @Column('uuid', { name: 'erasure_id', nullable: true })
  erasureId?: string | null;

  @Column('timestamptz')
  created!: Date;

  /** Sequence of the customer's last history row. */
  @Column('integer')
  version!: number;
}
