import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * A letter with an invitation, kept for a day to limit letters to one address. It counts even if the invitation was
 * withdrawn.
 */
@Entity({ name: 'invitation_letters' })
export class InvitationLetter {
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  @Column({ name: 'account_id', type: 'uuid' })
  accountId!: string;

  @Column({ name: 'email_hash', type: 'text' })
  emailHash!: string;

  @Column({ name: 'posted_at', type: 'timestamptz' })
  postedAt!: Date;
}
