import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A token or authorization that linked a bank. It links no other. */
@Entity({ name: 'used_links' })
export class UsedLink {
  @PrimaryColumn('text', { name: 'link_id' })
  linkId!: string;

  @Column('uuid', { name: 'funding_source_id' })
  fundingSourceId!: string;
}
