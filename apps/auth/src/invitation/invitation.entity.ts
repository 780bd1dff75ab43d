import type { InvitedRole } from '@halyard/contracts/people';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * An invitation that can be accepted. It is deleted when it is accepted or withdrawn, or expires. E-mail and name are
 * sealed under the account's key, since the person may not exist yet.
 */
@Entity({ name: 'invitations' })
export class Invitation {
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  @Column({ name: 'account_id', type: 'uuid' })
  accountId!: string;

  @Column({ name: 'email_hash', type: 'text' })
  emailHash!: string;

  @Column({ name: 'sealed_email', type: 'bytea' })
  sealedEmail!: Buffer;

  @Column({ name: 'sealed_name', type: 'bytea' })
  sealedName!: Buffer;

  @Column({ type: 'text' })
  role!: InvitedRole;

  /** Keyed hash of the token in the link. */
  @Column({ name: 'token_hash', type: 'text' })
  tokenHash!: string;

  @Column({ name: 'created_at', type: 'timestamptz' })
  createdAt!: Date;

  @Column({ name: 'expires_at', type: 'timestamptz' })
  expiresAt!: Date;
}
