import { Body, Controller, Param, UseGuards } from '@nestjs/common';
import { Changes } from '@halyard/changes';
import type { Operation, ResourceAnswer } from '@halyard/contracts';
import { applicationReviewRoutes } from '@halyard/contracts/application-reviews';
import { Clock, DomainError } from '@halyard/core';
import { applicationOf, CurrentOperation, Serves } from '@halyard/http';
import { IdPipe } from '@halyard/input';
import { OperatorOnlyGuard } from '@halyard/operators/operator-only-guard';
import { ReasonDto } from '@halyard/operators/reason-dto';
import { requireOperatorBeside } from '../person/memberships.js';
import { Person } from '../person/person.entity.js';
import { TakenAwayRecords } from '../taken-away/taken-away-records.js';
import { Revocations } from '../revocation/revocations.js';
import { SecurityEvents } from '../security-event/security-events.js';
import { SessionEnds } from '../token-family/session-ends.js';
import { heldPersonOf, standingOf } from './person-standing.js';

@Controller()
@UseGuards(OperatorOnlyGuard)
export class PersonSuspensionController {
  constructor(
    private readonly changes: Changes,
    private readonly ends: SessionEnds,
    private readonly events: SecurityEvents,
    private readonly revocations: Revocations,
    private readonly takenAway: TakenAwayRecords,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError NotFound; InvalidResourceState if it is suspended; Conflict for the last operator */
  @Serves(applicationReviewRoutes.suspendPerson)
  suspend(
    @CurrentOperation() operation: Operation,
    @Param('id', IdPipe) id: string,
    @Body() { reason }: ReasonDto,
  ): Promise<ResourceAnswer<'person-standing'>> {
    return this.changes.run(operation, async ({ tx }) => {
      await requireOperatorBeside(tx, id);
      const person = await heldPersonOf(tx, id);
      if (person.suspendedAt) throw new DomainError('InvalidResourceState');
      const standing = { suspendedAt: this.clock.system(), reason };
      await tx.update(Person, { id }, standing);
      await this.ends.endAll(tx, id);
      await this.revocations.end(tx, 'person', id);
      await this.events.record(tx, 'person_suspended', { personId: id });
      const answer = await standingOf(tx, { ...person, ...standing }, applicationOf(operation));
      await this.takenAway.record(tx, 'person-suspended', { personId: id });
      return answer;
    });
  }

  /** @throws DomainError NotFound; InvalidResourceState if it is not suspended */
  @Serves(applicationReviewRoutes.reinstatePerson)
  reinstate(
    @CurrentOperation() operation: Operation,
    @Param('id', IdPipe) id: string,
  ): Promise<ResourceAnswer<'person-standing'>> {
    return this.changes.run(operation, async ({ tx }) => {
      const person = await heldPersonOf(tx, id);
      if (!person.suspendedAt) throw new DomainError('InvalidResourceState');
      const standing = { suspendedAt: null, reason: null };
      await tx.update(Person, { id }, standing);
      await this.revocations.revive(tx, 'person', id);
      const answer = await standingOf(tx, { ...person, ...standing }, applicationOf(operation));
      await this.takenAway.record(tx, 'person-reinstated', { personId: id });
      return answer;
    });
  }
}
