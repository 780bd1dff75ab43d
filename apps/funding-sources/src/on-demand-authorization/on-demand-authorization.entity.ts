import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What the owner of a bank is asked to agree to before it is added. Which bank that was, `UsedLink` says. */
@Entity({ name: 'on_demand_authorizations' })
export class OnDemandAuthorization {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'account_id' })
  accountId!: string;

  @Column('timestamptz')
  created!: Date;
}
