import { Injectable } from '@nestjs/common';
import type { Change } from '@halyard/changes';
import { DomainError } from '@halyard/core';
import { type EntityManager, Not } from 'typeorm';
import { Account } from '../account/account.entity.js';
import { recordOfAccount } from '../account/account-history.js';
import { TakenAwayRecords } from '../taken-away/taken-away-records.js';
import { SecurityEvents } from '../security-event/security-events.js';
import { Membership } from './membership.entity.js';
import { hasOtherOperator } from './operators.query.js';
import { People } from './people.js';

export type ChangedMembership = Pick<Membership, 'accountId' | 'personId' | 'role'>;

/** Adds, changes and removes memberships. Each change is an entry of the account's history. */
@Injectable()
export class Memberships {
  constructor(
    private readonly people: People,
    private readonly events: SecurityEvents,
    private readonly takenAway: TakenAwayRecords,
  ) {}

  /** @throws DomainError NotFound if the person does not belong to the account */
  async find(manager: EntityManager, accountId: string, personId: string): Promise<Membership> {
    const membership = await manager.findOneBy(Membership, { accountId, personId });
    if (!membership) throw new DomainError('NotFound');
    return membership;
  }

  /**
   * Does nothing if the person belongs to the account already. @throws DomainError NotFound if there is no such account
   */
  async add(change: Change, { accountId, personId, role, createdAt }: Membership): Promise<void> {
    const { tx } = change;
    if (await tx.existsBy(Membership, { accountId, personId })) return;
    await recordOfAccount(change, accountId, createdAt, (account) => ({
      type: 'auth.person-joined.v1',
      data: { ...account, personId, role },
    }));
    await tx.insert(Membership, { accountId, personId, role, createdAt });
    await this.events.record(tx, 'person_joined', { accountId, personId });
    await this.takenAway.record(tx, 'member-joined', { accountId, personId, role });
  }

  /** @throws DomainError NotFound; InvalidResourceState for the last owner of the account; Conflict for the last operator */
  async changeRole(change: Change, changed: ChangedMembership, at: Date): Promise<void> {
    const { tx } = change;
    const { accountId, personId, role } = changed;
    await holdAccount(tx, accountId);
    const membership = await this.find(tx, accountId, personId);
    if (role !== 'owner') await requireOtherOwner(tx, membership);
    if (role !== 'operator') await requireOtherOperator(tx, membership);
    await this.setRole(change, changed, at);
  }

  /** Changes a role even if the account then has no owner, or the installation no operator. */
  async setRole(change: Change, { accountId, personId, role }: ChangedMembership, at: Date): Promise<void> {
    const { tx } = change;
    await recordOfAccount(change, accountId, at, (account) => ({
      type: 'auth.person-role-changed.v1',
      data: { ...account, personId, role },
    }));
    await tx.update(Membership, { accountId, personId }, { role });
    await this.takenAway.record(tx, 'role-changed', { accountId, personId, role });
  }

  /**
   * Removes a person from an account, and erases the person if it then belongs to no account.
   *
   * @throws DomainError NotFound; InvalidResourceState for the last owner; Conflict for the last operator
   */
  async remove(change: Change, accountId: string, personId: string, at: Date): Promise<void> {
    const { tx } = change;
    await holdAccount(tx, accountId);
    const membership = await this.find(tx, accountId, personId);
    await requireOtherOwner(tx, membership);
    await requireOtherOperator(tx, membership);
    await this.drop(change, accountId, personId, at);
  }

  /** Removes a person as `remove` does, even the last owner or operator. */
  async drop(change: Change, accountId: string, personId: string, at: Date): Promise<void> {
    const { tx } = change;
    await recordOfAccount(change, accountId, at, (account) => ({
      type: 'auth.person-removed.v1',
      data: { ...account, personId },
    }));
    await tx.delete(Membership, { accountId, personId });
    await this.events.record(tx, 'person_removed', { accountId, personId });
    if (!(await tx.existsBy(Membership, { personId }))) await this.people.erase(tx, personId);
    await this.takenAway.record(tx, 'member-removed', { accountId, personId });
  }
}

const holdAccount = (tx: EntityManager, id: string): Promise<Account | null> =>
  tx.findOne(Account, { where: { id }, lock: { mode: 'pessimistic_write' } });

/**
 * Locks the account of an operator that is about to be suspended, as removing and changing roles do.
 *
 * @throws DomainError Conflict for the last operator
 */
export async function requireOperatorBeside(tx: EntityManager, personId: string): Promise<void> {
  const membership = await tx.findOneBy(Membership, { personId, role: 'operator' });
  if (!membership) return;
  const { accountId } = membership;
  await holdAccount(tx, accountId);
  await requireOtherOperator(tx, membership);
}

/** The account is locked, so no other operator can go at the same time. */
async function requireOtherOperator(tx: EntityManager, { accountId, personId, role }: Membership): Promise<void> {
  if (role !== 'operator') return;
  if (!(await hasOtherOperator(tx, accountId, personId))) {
    throw new DomainError('Conflict', {
      message: 'This person is the last operator of the installation, which must keep one. Add another operator first.',
    });
  }
}

/** The account is locked, so no other owner can go at the same time. */
async function requireOtherOwner(tx: EntityManager, { accountId, personId, role }: Membership): Promise<void> {
  if (role !== 'owner') return;
  const hasOther = await tx.existsBy(Membership, { accountId, role, personId: Not(personId) });
  if (!hasOther) {
    throw new DomainError('InvalidResourceState', {
      message: 'This person is the last owner of the account, which must keep one.',
    });
  }
}
