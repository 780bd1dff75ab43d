import type { AccountSettings, PartyFact } from '@halyard/contracts/parties';
import { DomainError } from '@halyard/core';
import { Column, Entity, type EntityManager, PrimaryColumn } from 'typeorm';

/** A tenant, with applications, customers, funding sources and money of its own. */
@Entity({ name: 'accounts' })
export class Account {
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  @Column({ type: 'text' })
  name!: string;

  /** Personal, Commercial, NonProfit or Government (reference facts, section 1). */
  @Column({ type: 'text' })
  type!: string;

  /** Hours from UTC. */
  @Column({ name: 'timezone_offset', type: 'double precision' })
  timezoneOffset!: number;

  /** Null until an operator sets something. */
  @Column({ type: 'jsonb', nullable: true })
  settings!: AccountSettings | null;

  @Column({ name: 'requires_second_factor', type: 'boolean', default: false })
  requiresSecondFactor!: boolean;

  /** When the account was suspended: since then nobody may act for it. Null if it is not suspended. */
  @Column({ name: 'suspended_at', type: 'timestamptz', nullable: true })
  suspendedAt!: Date | null;

  @Column({ type: 'text', nullable: true })
  reason!: string | null;

  /** Sequence of the last recorded change. */
  @Column({ type: 'integer' })
  version!: number;

  @Column({ name: 'created_at', type: 'timestamptz' })
  createdAt!: Date;
}

export const partyFactOf = ({ id, settings, version }: Account): PartyFact => ({
  partyId: id,
  accountId: id,
  kind: 'account',
  type: 'account',
  status: 'verified',
  settings: settings ?? undefined,
  version,
});

/** @throws DomainError NotFound */
export async function requireAccount(manager: EntityManager, id: string): Promise<Account> {
  const account = await manager.findOneBy(Account, { id });
  if (!account) throw new DomainError('NotFound');
  return account;
}
