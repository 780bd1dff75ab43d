import { Body, Controller, Param, UseGuards } from '@nestjs/common';
import { Changes } from '@halyard/changes';
import type { Operation, ResourceAnswer } from '@halyard/contracts';
import { applicationReviewRoutes } from '@halyard/contracts/application-reviews';
import { Clock } from '@halyard/core';
import { CurrentOperation, Serves, timeOf } from '@halyard/http';
import { IdPipe } from '@halyard/input';
import { OperatorOnlyGuard } from '@halyard/operators/operator-only-guard';
import { ReasonDto } from '@halyard/operators/reason-dto';
import type { Account } from '../account/account.entity.js';
import { isOperating } from '../application/operating-account.query.js';
import { accountStandingAnswer } from './account-standing.js';
import { AccountStandings } from './account-standings.js';

@Controller()
@UseGuards(OperatorOnlyGuard)
export class AccountSuspensionController {
  constructor(
    private readonly changes: Changes,
    private readonly standings: AccountStandings,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError NotFound; InvalidResourceState if it is suspended; Conflict for the installation's own */
  @Serves(applicationReviewRoutes.suspendAccount)
  suspend(
    @CurrentOperation() operation: Operation,
    @Param('id', IdPipe) id: string,
    @Body() { reason }: ReasonDto,
  ): Promise<ResourceAnswer<'account-standing'>> {
    return this.set(operation, id, { suspendedAt: this.clock.system(), reason });
  }

  /** @throws DomainError NotFound; InvalidResourceState if it is not suspended */
  @Serves(applicationReviewRoutes.reinstateAccount)
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
    return this.changes.run(operation, async (change) => {
      const account = await this.standings.set(change, id, standing, timeOf(operation));
      return accountStandingAnswer(account, await isOperating(change.tx, id));
    });
  }
}
