import { Column, Entity, PrimaryColumn, type ValueTransformer } from 'typeorm';
import type { ReturnCode } from '@halyard/core';
import { isMicroDeposit } from '../payment/micro-deposit-legs.js';
import type { Clearing, LegCorrectedData, LegKind, PaymentSide } from '../payment/payment.model.js';

/** `initiated`: not a resource yet. Its payment may still be refused, or the money that it passes on may never come. */
export type TransferStatus = 'initiated' | 'pending' | 'processed' | 'failed' | 'cancelled';

/** The status of a payment without its fees. */
export type PaymentStatus = Exclude<TransferStatus, 'initiated'>;

export interface ReceivedCorrection extends Pick<LegCorrectedData, 'code' | 'corrected' | 'applied'> {
  /** ISO 8601. */
  readonly received: string;
}

const bigintColumn: ValueTransformer = {
  from: (text: string | null) => (text === null ? null : BigInt(text)),
  to: (value: bigint | null) => value?.toString() ?? null,
};

/** The current state of a payment's leg, as clients see it. Clients don't see micro-deposits. */
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

  /** Global position of the event that made it a resource; null before. */
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

  /** Trace of the request that asked for the payment; only on the main transfer, else null. */
  @Column('uuid', { nullable: true })
  trace!: string | null;

  /** The caller's metadata. Only this column has it in plain. */
  @Column('jsonb', { nullable: true })
  metadata!: Readonly<Record<string, string>> | null;

  @Column('timestamptz')
  created!: Date;

  /** Its number in its account's list; null while it is no resource, and for micro-deposits. */
  @Column('bigint', { name: 'account_number', nullable: true, transformer: bigintColumn })
  accountNumber!: bigint | null;

  /** The payment's number in its account's list; only on the main transfer of an accepted payment. */
  @Column('bigint', { name: 'payment_number', nullable: true, transformer: bigintColumn })
  paymentNumber!: bigint | null;

  /** The status of the payment; only on the main transfer of an accepted payment. */
  @Column('text', { name: 'payment_status', nullable: true })
  paymentStatus!: PaymentStatus | null;

  /** Its number in its sender's list; null while it is in none. */
  @Column('bigint', { name: 'source_number', nullable: true, transformer: bigintColumn })
  sourceNumber!: bigint | null;

  /** Its number in its receiver's list; null if that is the sender. */
  @Column('bigint', { name: 'destination_number', nullable: true, transformer: bigintColumn })
  destinationNumber!: bigint | null;

  /** When it began to wait for its bank; null before, and without a bank. */
  @Column('timestamptz', { nullable: true })
  started!: Date | null;

  /** When it was submitted to its bank, or the transfer that it waits for was: from then on it can't be cancelled. */
  @Column('timestamptz', { name: 'submitted_at', nullable: true })
  submittedAt!: Date | null;

  @Column('jsonb', { nullable: true })
  clearing!: Clearing | null;

  /** The transfer that funds this one. */
  @Column('uuid', { name: 'funding_id', nullable: true })
  fundingId!: string | null;

  /** The transfer that this one funds, once there is one. */
  @Column('uuid', { name: 'funded_id', nullable: true })
  fundedId!: string | null;

  /** Number of its fee transfers; null for none. */
  @Column('integer', { nullable: true })
  fees!: number | null;

  /** The code with which its bank will return it in the next simulation. */
  @Column('text', { name: 'return_due', nullable: true })
  returnDue!: ReturnCode | null;

  @Column('text', { name: 'failure_code', nullable: true })
  failureCode!: ReturnCode | null;

  /** The corrections of its bank, in the order in which they were received; null for none. */
  @Column('jsonb', { nullable: true })
  corrections!: readonly ReceivedCorrection[] | null;

  /** Sequence of the transfer's last history row. */
  @Column('integer')
  version!: number;
}

/** Ids of the accounts and customers whose lists contain the transfer. */
export const partiesOf = ({ kind, sourceOwnerId, destinationOwnerId }: Transfer): readonly string[] => {
  if (isMicroDeposit({ kind })) return [];
  return sourceOwnerId === destinationOwnerId ? [sourceOwnerId] : [sourceOwnerId, destinationOwnerId];
};
