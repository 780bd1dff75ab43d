import { Controller, Param, UseGuards } from '@nestjs/common';
import { Changes } from '@halyard/changes';
import type { Operation, ResourceAnswer } from '@halyard/contracts';
import { applicationReviewRoutes } from '@halyard/contracts/application-reviews';
import { DomainError } from '@halyard/core';
import { applicationOf, CurrentOperation, Serves } from '@halyard/http';
import { IdPipe } from '@halyard/input';
import { OperatorOnlyGuard } from '@halyard/operators/operator-only-guard';
import { FactorChanges } from '../second-factor/factor-changes.js';
import { SecondFactors } from '../second-factor/second-factors.js';
import { heldPersonOf, standingOf } from './person-standing.js';

/** Operators help people who lost their factors, but never set a password. */
@Controller()
@UseGuards(OperatorOnlyGuard)
export class FactorResetsController {
  constructor(
    private readonly changes: Changes,
    private readonly factors: SecondFactors,
    private readonly factorChanges: FactorChanges,
  ) {}

  /** @throws DomainError NotFound; InvalidResourceState if the person has no second factor */
  @Serves(applicationReviewRoutes.resetFactors)
  reset(
    @CurrentOperation() operation: Operation,
    @Param('id', IdPipe) id: string,
  ): Promise<ResourceAnswer<'person-standing'>> {
    return this.changes.run(operation, async ({ tx }) => {
      const person = await heldPersonOf(tx, id);
      if (!(await this.factors.removeAll(tx, id))) throw new DomainError('InvalidResourceState');
      await this.factorChanges.tellReset(tx, person);
      return standingOf(tx, person, applicationOf(operation));
    });
  }
}
