import { Injectable } from '@nestjs/common';
import type { Change } from '@halyard/changes';
import { DomainError } from '@halyard/core';
import { Account } from '../account/account.entity.js';
import { recordOfAccount } from '../account/account-history.js';
import { isOperating } from '../application/operating-account.query.js';
import { TakenAwayRecords } from '../taken-away/taken-away-records.js';
import { Revocations } from '../revocation/revocations.js';

type SuspensionColumns = Pick<Account, 'suspendedAt' | 'reason'>;

/** Suspends and reinstates accounts. Nobody may act for a suspended account. */
@Injectable()
export class AccountStandings {
  constructor(
    private readonly revocations: Revocations,
    private readonly takenAway: TakenAwayRecords,
  ) {}

  /**
   * @throws DomainError NotFound; InvalidResourceState if it has this standing already; Conflict for the installation's
   * own
   */
  async set(change: Change, id: string, standing: SuspensionColumns, at: Date): Promise<Account> {
    const { tx } = change;
    const isSuspension = standing.suspendedAt !== null;
    if (isSuspension && (await isOperating(tx, id))) {
      throw new DomainError('Conflict', {
        message: "This is the installation's own account, which can't be suspended: nobody could operate it any more.",
      });
    }
    await recordOfAccount(change, id, at, (data) => ({
      type: isSuspension ? 'auth.account-suspended.v1' : 'auth.account-reinstated.v1',
      data,
    }));
    const account = await tx.findOneByOrFail(Account, { id });
    if ((account.suspendedAt !== null) === isSuspension) throw new DomainError('InvalidResourceState');
    await tx.update(Account, { id }, standing);
    if (isSuspension) await this.revocations.end(tx, 'account', id);
    else await this.revocations.revive(tx, 'account', id);
    await this.takenAway.record(tx, isSuspension ? 'account-suspended' : 'account-reinstated', { accountId: id });
    return { ...account, ...standing };
  }
}
