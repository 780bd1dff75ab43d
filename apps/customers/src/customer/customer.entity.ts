import type { AttributesOf } from '@halyard/contracts';
import type { PartyFact } from '@halyard/contracts/parties';
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

type CustomerAttributes = AttributesOf<'customer'>;
type BusinessType = NonNullable<CustomerAttributes['businessType']>;

export type OwnershipStatus = AttributesOf<'beneficial-ownership'>['status'];

export type Controller = NonNullable<CustomerAttributes['controller']>;
export type Address = Controller['address'];

/** An open question about a part of the identity. */
export interface Finding {
  readonly subject: 'person' | 'controller' | 'business';
  readonly needs: 'data' | 'papers' | 'review';
  readonly reasons: readonly string[];
}

/** A customer as it is now. Names, e-mail and address are stored in plain text only here, for searches. */
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

  /** Reactivation or reinstatement restores this status. Set while the customer is deactivated or suspended. */
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

  /** Whether a company has certified who owns it; null for a customer that need not (see `ownership.ts`). */
  @Column('text', { nullable: true })
  ownership!: OwnershipStatus | null;

  /** The deadline for certifying again, while that is required. */
  @Column('timestamptz', { name: 'grace_end', nullable: true })
  graceEnd!: Date | null;

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

  /** The controller's date of birth and number, as JSON sealed under `customers.controller`. */
  @Column('bytea', { name: 'controller_numbers', nullable: true })
  controllerNumbers!: Buffer | null;

  /** Open questions about the identity. Not empty while the status, or the status before, is retry or document. */
  @Column('jsonb')
  findings!: readonly Finding[];

  /** `email` in lower case, which is unique within the application. */
  @Column('text', { name: 'email_key' })
  emailKey!: string;

  /** For searches, in lower case. */
  @Column('text', { name: 'search_text' })
  searchText!: string;

  /** The controller's name, for searches by words; null without one. */
  @Column('text', { name: 'controller_text', nullable: true })
  controllerText!: string | null;

  /** Set once the customer's erasure has begun: nothing changes such a customer any more. */
  @Column('uuid', { name: 'erasure_id', nullable: true })
  erasureId?: string | null;

  @Column('timestamptz')
  created!: Date;

  /** Sequence of the customer's last history row. */
  @Column('integer')
  version!: number;
}

export const personNameOf = ({ firstName, lastName }: Pick<Customer, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`;

/** A customer's name as others are shown it: that of its business, or of the person. */
export const shownNameOf = (customer: Pick<Customer, 'firstName' | 'lastName' | 'businessName'>): string =>
  customer.businessName ?? personNameOf(customer);
