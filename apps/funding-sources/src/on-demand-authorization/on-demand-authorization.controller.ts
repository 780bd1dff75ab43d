import { Controller, Param } from '@nestjs/common';
import type { Operation, ResourceAnswer } from '@halyard/contracts';
import { fundingSourceRoutes } from '@halyard/contracts/funding-sources';
import { DomainError, newId } from '@halyard/core';
import { accountOf, CurrentOperation, timeOf, Serves } from '@halyard/http';
import { IdPipe } from '@halyard/input';
import { Changes } from '@halyard/changes';
import { DataSource } from 'typeorm';
import { FundingSourcesConfig } from '../config.js';
import { OnDemandAuthorization } from './on-demand-authorization.entity.js';

/** The text shown to the owner of a bank, and the label of the button to agree. */
const WORDS = {
  bodyText:
    'I agree that payments which I ask for later, each of an amount that I confirm then, are taken from this bank account. ' +
    'I can withdraw this at any time, for payments that have not begun, by removing the account.',
  buttonText: 'Agree and continue',
};

const answerOf = (id: string): ResourceAnswer<'on-demand-authorization'> => ({
  type: 'resource',
  kind: 'on-demand-authorization',
  id,
  attributes: WORDS,
  links: {},
});

/** Makes authorizations, which clients name when they add a bank (reference facts, section 6.9). */
@Controller()
export class OnDemandAuthorizationController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly changes: Changes,
    private readonly config: FundingSourcesConfig,
  ) {}

  /** @throws DomainError Forbidden if authorizations are switched off (`ON_DEMAND_AUTHORIZATIONS`) */
  @Serves(fundingSourceRoutes.createOnDemandAuthorization)
  create(@CurrentOperation() operation: Operation): Promise<ResourceAnswer<'on-demand-authorization'>> {
    if (!this.config.onDemandAuthorizations) throw new DomainError('Forbidden');
    return this.changes.run(operation, async ({ tx }) => {
      const authorization = { id: newId(), accountId: accountOf(operation), created: timeOf(operation) };
      await tx.insert(OnDemandAuthorization, authorization);
      return answerOf(authorization.id);
    });
  }

  /** @throws DomainError NotFound */
  @Serves(fundingSourceRoutes.getOnDemandAuthorization)
  async get(
    @CurrentOperation() operation: Operation,
    @Param('id', IdPipe) id: string,
  ): Promise<ResourceAnswer<'on-demand-authorization'>> {
    const isKnown = await this.dataSource.manager.existsBy(OnDemandAuthorization, {
      id,
      accountId: accountOf(operation),
    });
    if (!isKnown) throw new DomainError('NotFound');
    return answerOf(id);
  }
}
