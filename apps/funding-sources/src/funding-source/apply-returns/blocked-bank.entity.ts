import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A bank account that no owner of an account may add again. */
@Entity({ name: 'blocked_banks' })
export class BlockedBank {
  @PrimaryColumn('uuid', { name: 'account_id' })
  accountId!: string;

  /** Like the funding source's. */
  @PrimaryColumn('text')
  fingerprint!: string;

  /** The return that blocked it. */
  @Column('uuid', { name: 'return_id' })
  returnId!: string;
}
