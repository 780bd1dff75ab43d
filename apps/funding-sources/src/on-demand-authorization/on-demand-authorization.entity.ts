import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The agreement that is asked of a bank's owner before the bank is added. `UsedLink` says which bank that was. */
@Entity({ name: 'on_demand_authorizations' })
export class OnDemandAuthorization {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'account_id' })
  accountId!: string;

  @Column('timestamptz')
  created!: Date;
}
