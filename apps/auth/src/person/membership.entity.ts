import type { PersonRole } from '@halyard/contracts/people';
import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity({ name: 'memberships' })
export class Membership {
  @PrimaryColumn({ name: 'account_id', type: 'uuid' })
  accountId!: string;

  @PrimaryColumn({ name: 'person_id', type: 'uuid' })
  personId!: string;

  @Column({ type: 'text' })
  role!: PersonRole;

  @Column({ name: 'created_at', type: 'timestamptz' })
  createdAt!: Date;
}
