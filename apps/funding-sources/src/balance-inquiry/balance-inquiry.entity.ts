import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A bank's latest inquiry. */
@Entity({ name: 'balance_inquiries' })
export class BalanceInquiry {
  @PrimaryColumn('uuid', { name: 'funding_source_id' })
  fundingSourceId!: string;

  @Column('uuid', { name: 'account_id' })
  accountId!: string;

  /** By the account's clock. */
  @Column('timestamptz')
  begun!: Date;

  /** By the account's clock; null while the bank is being asked. */
  @Column('timestamptz', { nullable: true })
  ended!: Date | null;

  /** The bank's answer, sealed for the owner under `OUTCOME`. */
  @Column('bytea', { nullable: true })
  outcome!: Buffer | null;
}
