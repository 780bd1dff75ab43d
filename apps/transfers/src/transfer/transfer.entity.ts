import { Column, Entity, PrimaryColumn, type ValueTransformer } from 'typeorm';
import type { ReturnCode } from '@halyard/core';
import { isMicroDeposit } from '../payment/micro-deposits.js';
import type { Clearing, LegKind, PaymentSide } from '../payment/payment.model.js';

/** `initiated` is no resource yet: its payment may still be refused, or what it passes on not come. */
export type TransferStatus = 'initiated' | 'pending' | 'processed' | 'failed' | 'cancelled';

const bigintColumn: ValueTransformer = {
  from: (text: string | null) => (text === null ? null : BigInt(text)),
  to: (value: bigint | null) => value?.toString() ?? null,
};

/** A leg of a payment as it is now: what clients see of it, but for micro-deposits, which they don't. */
@Entity({ name: 'transfers' })
export class Transfer {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'payment_id' })
  paymentId!: string;

  /** Of the leg among those of its payment, from 0. */
  @Column('integer')
  place!: number;

  @Column('uuid', { name: 'account_id' })
  accountId!: string;

  /** A bank leg concerns its owner alone, a party leg both parties. */
  @Column('text')
  leg!: 'bank' | 'party';

  @Column('text')
  kind!: LegKind;

  /** Place in the global order of the event that made it a resource; null before. */
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

  /** The caller's, in plain here alone. */
  @Column('jsonb', { nullable: true })
  metadata!: Readonly<Record<string, string>> | null;

  @Column('timestamptz')
  created!: Date;

  /** In the list of who sends it; null as long as it is in none. */
  @Column('bigint', { name: 'source_number', nullable: true, transformer: bigintColumn })
  sourceNumber!: bigint | null;

  /** In the list of who receives it; null where that is who sends it. */
  @Column('bigint', { name: 'destination_number', nullable: true, transformer: bigintColumn })
  destinationNumber!: bigint | null;

  /** When it was handed to its bank; null before, and for what touches none. */
  @Column('timestamptz', { nullable: true })
  started!: Date | null;

  @Column('jsonb', { nullable: true })
  clearing!: Clearing | null;

  /** The transfer that supplies this one. */
  @Column('uuid', { name: 'funding_id', nullable: true })
  fundingId!: string | null;

  /** The transfer that this one supplies, once there is one. */
  @Column('uuid', { name: 'funded_id', nullable: true })
  fundedId!: string | null;

  /** How many fee transfers hang on it; null for none. */
  @Column('integer', { nullable: true })
  fees!: number | null;

  /** What its bank will return it for in the next simulation. */
  @Column('text', { name: 'return_due', nullable: true })
  returnDue!: ReturnCode | null;

  @Column('text', { name: 'failure_code', nullable: true })
  failureCode!: ReturnCode | null;

  /** Sequence of the transfer's last history row. */
  @Column('integer')
  version!: number;
}

/** Account and customer ids of those whose lists the transfer is in. */
export const partiesOf = ({ kind, sourceOwnerId, destinationOwnerId }: Transfer): readonly string[] => {
  if (isMicroDeposit({ kind })) return [];
  return sourceOwnerId === destinationOwnerId ? [sourceOwnerId] : [sourceOwnerId, destinationOwnerId];
};
