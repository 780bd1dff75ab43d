import { Body, Controller, Param, UseGuards } from '@nestjs/common';
import { Changes } from '@halyard/changes';
import type { CollectionAnswer, Operation, ResourceAnswer } from '@halyard/contracts';
import { applicationReviewRoutes } from '@halyard/contracts/application-reviews';
import type { SecurityEventType } from '@halyard/contracts/security-events';
import { DomainError } from '@halyard/core';
import { applicationOf, CurrentOperation, Serves, timeOf } from '@halyard/http';
import { IdPipe, ReadQuery, type ValuesOf } from '@halyard/input';
import { OperatorOnlyGuard } from '@halyard/operators/operator-only-guard';
import { ReasonDto } from '@halyard/operators/reason-dto';
import { DataSource } from 'typeorm';
import { recordOfAccount } from '../account/account-history.js';
import { Application } from '../application/application.entity.js';
import { AuthConfig } from '../config.js';
import { TakenAwayRecords } from '../taken-away/taken-away-records.js';
import { Revocations } from '../revocation/revocations.js';
import { SecurityEvents } from '../security-event/security-events.js';
import { applicationReviewAnswer } from './application-review.answer.js';
import { listApplicationReviews, reviewsQuery } from './application-reviews.query.js';
import { ApproveApplicationDto, RejectApplicationDto } from './decide-application.dto.js';
import { decided, type Decision } from './decisions.js';

const eventOf: Readonly<Record<Decision['type'], SecurityEventType>> = {
  approve: 'application_approved',
  reject: 'application_rejected',
  suspend: 'application_suspended',
  reinstate: 'application_reinstated',
};

@Controller()
@UseGuards(OperatorOnlyGuard)
export class ApplicationReviewsController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly changes: Changes,
    private readonly events: SecurityEvents,
    private readonly revocations: Revocations,
    private readonly takenAway: TakenAwayRecords,
    private readonly config: AuthConfig,
  ) {}

  @Serves(applicationReviewRoutes.listApplicationReviews)
  list(@ReadQuery(reviewsQuery) query: ValuesOf<typeof reviewsQuery>): Promise<CollectionAnswer> {
    return listApplicationReviews(this.dataSource.manager, query, this.config);
  }

  /** @throws DomainError NotFound */
  @Serves(applicationReviewRoutes.getApplicationReview)
  async get(@Param('id', IdPipe) id: string): Promise<ResourceAnswer<'application-review'>> {
    const application = await this.dataSource.manager.findOneBy(Application, { id });
    if (!application) throw new DomainError('NotFound');
    return applicationReviewAnswer(application, this.config);
  }

  /**
   * @throws DomainError NotFound, InvalidResourceState; Conflict if the application has changed since the operator
   * looked at it
   */
  @Serves(applicationReviewRoutes.approveApplication)
  approve(
    @CurrentOperation() operation: Operation,
    @Param('id', IdPipe) id: string,
    @Body() { permissions, version }: ApproveApplicationDto,
  ): Promise<ResourceAnswer<'application-review'>> {
    return this.decide(operation, id, { type: 'approve', permissions, version });
  }

  /**
   * @throws DomainError NotFound, InvalidResourceState; Conflict if the application has changed since the operator
   * looked at it
   */
  @Serves(applicationReviewRoutes.rejectApplication)
  reject(
    @CurrentOperation() operation: Operation,
    @Param('id', IdPipe) id: string,
    @Body() { reason, version }: RejectApplicationDto,
  ): Promise<ResourceAnswer<'application-review'>> {
    return this.decide(operation, id, { type: 'reject', reason, version });
  }

  /** @throws DomainError NotFound, InvalidResourceState */
  @Serves(applicationReviewRoutes.suspendApplication)
  suspend(
    @CurrentOperation() operation: Operation,
    @Param('id', IdPipe) id: string,
    @Body() { reason }: ReasonDto,
  ): Promise<ResourceAnswer<'application-review'>> {
    return this.decide(operation, id, { type: 'suspend', reason });
  }

  /** @throws DomainError NotFound, InvalidResourceState */
  @Serves(applicationReviewRoutes.reinstateApplication)
  reinstate(
    @CurrentOperation() operation: Operation,
    @Param('id', IdPipe) id: string,
  ): Promise<ResourceAnswer<'application-review'>> {
    return this.decide(operation, id, { type: 'reinstate' });
  }

  private decide(operation: Operation, id: string, decision: Decision): Promise<ResourceAnswer<'application-review'>> {
    return this.changes.run(operation, async (change) => {
      const { tx } = change;
      const before = await tx.findOne(Application, { where: { id }, lock: { mode: 'pessimistic_write' } });
      if (!before) throw new DomainError('NotFound');
      const after = decided(before, decision);
      await tx.update(Application, { id }, after);
      if (decision.type === 'suspend') await this.revocations.end(tx, 'application', id);
      if (decision.type === 'reinstate') await this.revocations.revive(tx, 'application', id);
      const { accountId, status, scopes, permissions } = after;
      await recordOfAccount(change, accountId, timeOf(operation), (account) => ({
        type: 'auth.application-changed.v1',
        data: { ...account, applicationId: id, status, scopes, permissions },
      }));
      const { userId: personId } = applicationOf(operation);
      await this.events.record(tx, eventOf[decision.type], { accountId, applicationId: id, personId });
      const about = { applicationId: id };
      if (decision.type === 'suspend') await this.takenAway.record(tx, 'application-suspended', about);
      if (decision.type === 'reinstate') await this.takenAway.record(tx, 'application-reinstated', about);
      return applicationReviewAnswer(after, this.config);
    });
  }
}
