import { Column, Entity, PrimaryColumn, type ValueTransformer } from 'typeorm';
import type { ReturnCode } from '@halyard/core';
import { isMicroDeposit } from '../payment/micro-deposits.js';
import type { Clearing, LegKind, PaymentSide } from '../payment/payment.model.js';

/** `initiated`: not a resource yet, since its payment may still be refused, or the money that it passes on not come. */
export type TransferStatus = 'initiated' | 'pending' | 'processed' | 'failed' | 'cancelled';

const bigintColumn: ValueTransformer = {
  from: (text: string | null) => (text === null ? null : BigInt(text)),
  to: (value: bigint | null) => value?.toString() ?? null,
};

/** A leg of a payment as it is now: what clients see of it, except micro-deposits, which they don't. */
@Entity({ name: 'transfers' })
export class Transfer {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'payment_id' })
  paymentId!: string;

  /** Index of the leg in its payment, from 0. */
  @Column('integer')
  place!: number;

  @Column('uuid', { name: 'account_id' })
  accountId!: string;

  /** A bank leg concerns its owner alone, a party leg both parties. */
  @Column('text')
  leg!: 'bank' | 'party';

  @Column('text')
  kind!: LegKind;

  /** Position in the global order of the event that made it a resource; null before. */
  @Column('bigint', { nullable: true, transformer: bigintColumn })
  position!: bigint | null;

  @Column('text')
  status!: TransferStatus;

  @Column('bigint', { name: 'amount_minor', transformer: bigintColumn })
  amountMinor!: bigint;

  @Column('text', { name: 'source_owner_kind' })
  sourceOwnerKind!: PaymentSide['ownerKind'];

  @Column('uuid', { name: 'source_owner_id' })
  sourceOwnerId!: string;

  @Column('uuid', { name: 'source_funding_source_id' })
  sourceFundingSourceId!: string;

  @Column('text', { name: 'destination_owner_kind' })
  destinationOwnerKind!: PaymentSide['ownerKind'];

  @Column('uuid', { name: 'destination_owner_id' })
  destinationOwnerId!: string;

  @Column('uuid', { name: 'destination_funding_source_id' })
  destinationFundingSourceId!: string;

  @Column('text', { name: 'correlation_id', nullable: true })
  correlationId!: string | null;

  /** Of the request that asked for the payment; null for all but its main transfer. */
  @Column('uuid', { nullable: true })
  trace!: string | null;

  /** The caller's metadata; only here in plain. */
  @Column('jsonb', { nullable: true })
  metadata!: Readonly<Record<string, string>> | null;

  @Column('timestamptz')
  created!: Date;

  /** Its number in the list of its account; null while it is no resource, and for micro-deposits. */
  @Column('bigint', { name: 'account_number', nullable: true, transformer: bigintColumn })
  accountNumber!: bigint | null;

  /** Its number in the list of its sender; null while it is in none. */
  @Column('bigint', { name: 'source_number', nullable: true, transformer: bigintColumn })
  sourceNumber!: bigint | null;

  /** Its number in the list of its receiver; null when that is the sender. */
  @Column('bigint', { name: 'destination_number', nullable: true, transformer: bigintColumn })
  destinationNumber!: bigint | null;

  /** When it was handed to its bank; null before, and without a bank. */
  @Column('timestamptz', { nullable: true })
  started!: Date | null;

  @Column('jsonb', { nullable: true })
  clearing!: Clearing | null;

  /** The transfer that funds this one. */
  @Column('uuid', { name: 'funding_id', nullable: true })
  fundingId!: string | null;

  /** The transfer that this one funds, once there is one. */
  @Column('uuid', { name: 'funded_id', nullable: true })
  fundedId!: string | null;

  /** How many fee transfers it has; null for none. */
  @Column('integer', { nullable: true })
  fees!: number | null;

  /** The code with which its bank will return it in the next simulation. */
  @Column('text', { name: 'return_due', nullable: true })
  returnDue!: ReturnCode | null;

  @Column('text', { name: 'failure_code', nullable: true })
  failureCode!: ReturnCode | null;

  /** Sequence of the transfer's last history row. */
  @Column('integer')
  version!: number;
}

/** Ids of the accounts and customers in whose lists the transfer is. */
export const partiesOf = ({ kind, sourceOwnerId, destinationOwnerId }: Transfer): readonly string[] => {
  if (isMicroDeposit({ kind })) return [];
  return sourceOwnerId === destinationOwnerId ? [sourceOwnerId] : [sourceOwnerId, destinationOwnerId];
};
