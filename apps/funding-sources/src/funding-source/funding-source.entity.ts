import type { BankAccountType, FundingSourceFact } from '@halyard/contracts/funding-sources';
import { folded } from '@halyard/lists';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { MicroDeposits } from './micro-deposits.model.js';

export type Channel = FundingSourceFact['channels'][number];

/** The holders of an account that was linked by a login, as their bank names them. */
export interface AccountHolders {
  /** The holder who linked it. */
  readonly selected: string;
  readonly other: readonly string[];
}

/** Empty for a balance. */
export const channelsOf = ({ channel }: Pick<FundingSource, 'channel'>): Channel[] => (channel ? [channel] : []);

/** The columns of banks are null for balances. */
@Entity({ name: 'funding_sources' })
export class FundingSource {
  @PrimaryColumn('uuid')
  id!: string;

  /** Order of creation, by which lists are sorted. Set by the database. */
  @Column({ type: 'bigint', insert: false, update: false, select: false })
  readonly position?: string;

  @Column('uuid', { name: 'account_id' })
  accountId!: string;

  @Column('text', { name: 'owner_kind' })
  ownerKind!: FundingSourceFact['ownerKind'];

  @Column('uuid', { name: 'owner_id' })
  ownerId!: string;

  @Column('text')
  type!: FundingSourceFact['type'];

  @Column('text')
  status!: FundingSourceFact['status'];

  @Column('text')
  name!: string;

  @Column('text', { name: 'bank_account_type', nullable: true })
  bankAccountType!: BankAccountType | null;

  @Column('text', { name: 'bank_name', nullable: true })
  bankName!: string | null;

  /** Sealed for the owner under `funding-sources.routing-number`. */
  @Column('bytea', { name: 'routing_number', nullable: true })
  routingNumber!: Buffer | null;

  /** Sealed for the owner under `funding-sources.account-number`. */
  @Column('bytea', { name: 'account_number', nullable: true })
  accountNumber!: Buffer | null;

  /** Keyed hash of routing and account number: equal for the same account, whoever owns the source. */
  @Column('text', { nullable: true })
  fingerprint!: string | null;

  /**
   * Keyed hash of the account and the last four digits. Null for a balance, and for a bank that is older than this
   * column.
   */
  @Column('text', { name: 'last_four', nullable: true })
  lastFour!: string | null;

  /** For searches of names, each word behind a blank. Null for a balance. */
  @Column('text', { name: 'search_text', nullable: true })
  searchText!: string | null;

  @Column('jsonb', { name: 'account_holders', nullable: true })
  accountHolders!: AccountHolders | null;

  /** Null for a balance. */
  @Column('text', { nullable: true })
  channel!: Channel | null;

  @Column('timestamptz')
  created!: Date;

  @Column('timestamptz', { name: 'removed_at', nullable: true })
  removedAt!: Date | null;

  @Column('jsonb', { name: 'micro_deposits', nullable: true })
  microDeposits!: MicroDeposits | null;

  /** Sequence of the source's last history row. */
  @Column('integer')
  version!: number;
}

export const searchTextOf = (name: string): string => ` ${folded(name)}`;
