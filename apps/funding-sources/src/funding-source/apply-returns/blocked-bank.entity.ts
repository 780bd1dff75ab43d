import { Column, Entity, PrimaryColumn } from 'typeorm';

/** No owner in the account may add this bank account again. */
@Entity({ name: 'blocked_banks' })
export class BlockedBank {
  @PrimaryColumn('uuid', { name: 'account_id' })
  accountId!: string;

  /** Like the fingerprint of the funding source. */
  @PrimaryColumn('text')
  fingerprint!: string;

  @Column('uuid', { name: 'return_id' })
  returnId!: string;
}
