import { Body, Controller, Param, UseGuards } from '@nestjs/common';
import { type Change, Changes } from '@halyard/changes';
import type { Operation, ResourceAnswer } from '@halyard/contracts';
import { applicationReviewRoutes } from '@halyard/contracts/application-reviews';
import { DomainError } from '@halyard/core';
import { applicationOf, CurrentOperation, Serves, timeOf } from '@halyard/http';
import { IdPipe } from '@halyard/input';
import { OperatorOnlyGuard } from '@halyard/operators/operator-only-guard';
import type { EntityManager } from 'typeorm';
import { rolesInOperatingAccount } from '../person/operators.query.js';
import { personOf, standingOf } from '../suspension/person-standing.js';
import { ChangeRoleDto } from './change-role.dto.js';
import { OwnerAccess } from './owner-access.js';
import { PeopleChanges } from './people-changes.js';

@Controller()
@UseGuards(OperatorOnlyGuard)
export class OperatedPeopleController {
  constructor(
    private readonly changes: Changes,
    private readonly peopleChanges: PeopleChanges,
    private readonly access: OwnerAccess,
  ) {}

  /** @throws DomainError Forbidden, NotFound, InvalidResourceState; Conflict for the last operator */
  @Serves(applicationReviewRoutes.changeOperatedPerson)
  change(
    @CurrentOperation() operation: Operation,
    @Param('id', IdPipe) personId: string,
    @Body() { role }: ChangeRoleDto,
  ): Promise<ResourceAnswer<'person-standing'>> {
    this.access.requirePerson(operation);
    return this.changes.run(operation, async (change) => {
      const { person, accountId } = await this.found(change, personId);
      await this.peopleChanges.changeRole(change, { accountId, personId, role }, timeOf(operation));
      return standingOf(change.tx, person, applicationOf(operation));
    });
  }

  /**
   * Answers with the person as it was before the removal.
   *
   * @throws DomainError Forbidden, NotFound, InvalidResourceState; Conflict for the last operator
   */
  @Serves(applicationReviewRoutes.removeOperatedPerson)
  remove(
    @CurrentOperation() operation: Operation,
    @Param('id', IdPipe) personId: string,
  ): Promise<ResourceAnswer<'person-standing'>> {
    this.access.requirePerson(operation);
    return this.changes.run(operation, async (change) => {
      const { person, accountId } = await this.found(change, personId);
      const before = await standingOf(change.tx, person, applicationOf(operation));
      await this.peopleChanges.remove(change, accountId, personId, timeOf(operation));
      return before;
    });
  }

  private async found({ tx }: Change, personId: string) {
    const person = await personOf(tx, personId);
    return { person, accountId: await operatingAccountOf(tx, personId) };
  }
}

async function operatingAccountOf(tx: EntityManager, personId: string): Promise<string> {
  const membership = (await rolesInOperatingAccount(tx, [personId])).get(personId);
  if (!membership) {
    throw new DomainError('InvalidResourceState', {
      message: "This person does not belong to the installation's own account: the owners of its accounts change it.",
    });
  }
  return membership.accountId;
}
