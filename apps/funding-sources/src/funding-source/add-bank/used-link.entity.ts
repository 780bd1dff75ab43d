import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What a bank was linked by: it links no other. */
@Entity({ name: 'used_links' })
export class UsedLink {
  @PrimaryColumn('text', { name: 'link_id' })
  linkId!: string;

  @Column('uuid', { name: 'funding_source_id' })
  fundingSourceId!: string;
}
