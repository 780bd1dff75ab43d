import { Body, Controller, Param, UseGuards } from '@nestjs/common';
import { Changes } from '@halyard/changes';
import type { Operation, ResourceAnswer } from '@halyard/contracts';
import { Clock, DomainError } from '@halyard/core';
import { CurrentOperation, Serves, timeOf } from '@halyard/http';
import { IdPipe } from '@halyard/input';
import { OperatorOnlyGuard } from '@halyard/operators/operator-only-guard';
import { ReasonDto } from '@halyard/operators/reason-dto';
import { recordOfAccount } from '../account/account-history.js';
import { Account } from '../account/account.entity.js';
import { Revocations } from '../revocation/revocations.js';
import { accountStandingAnswer } from './account-standing.js';

/** Lets operators stop whoever acts for an account. */
@Controller()
@UseGuards(OperatorOnlyGuard)
export class AccountSuspensionController {
  constructor(
    private readonly changes: Changes,
    private readonly revocations: Revocations,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError NotFound; InvalidResourceState for one that is suspended */
  @Serves('suspendAccount')
  suspend(
    @CurrentOperation() operation: Operation,
    @Param('id', IdPipe) id: string,
    @Body() { reason }: ReasonDto,
  ): Promise<ResourceAnswer<'account-standing'>> {
    return this.set(operation, id, { suspendedAt: this.clock.system(), reason });
  }

  /** @throws DomainError NotFound; InvalidResourceState for one that is not suspended */
  @Serves('reinstateAccount')
  reinstate(
    @CurrentOperation() operation: Operation,
    @Param('id', IdPipe) id: string,
  ): Promise<ResourceAnswer<'account-standing'>> {
    return this.set(operation, id, { suspendedAt: null, reason: null });
  }

  private set(
    operation: Operation,
    id: string,
    standing: Pick<Account, 'suspendedAt' | 'reason'>,
  ): Promise<ResourceAnswer<'account-standing'>> {
    const isSuspension = standing.suspendedAt !== null;
    return this.changes.run(operation, async (change) => {
      const { tx } = change;
      await recordOfAccount(change, id, timeOf(operation), (data) => ({
        type: isSuspension ? 'auth.account-suspended.v1' : 'auth.account-reinstated.v1',
        data,
      }));
      const account = await tx.findOneByOrFail(Account, { id });
      if ((account.suspendedAt !== null) === isSuspension) throw new DomainError('InvalidResourceState');
      await tx.update(Account, { id }, standing);
      if (isSuspension) await this.revocations.end(tx, 'account', id);
      else await this.revocations.revive(tx, 'account', id);
      return accountStandingAnswer({ ...account, ...standing });
    });
  }
}
