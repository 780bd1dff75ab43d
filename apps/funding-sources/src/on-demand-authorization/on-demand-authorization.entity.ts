import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A bank's owner agrees to it before the bank is added. `UsedLink` says which bank that was. */
@Entity({ name: 'on_demand_authorizations' })
export class OnDemandAuthorization {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'account_id' })
  accountId!: string;

  @Column('timestamptz')
  created!: Date;
}
