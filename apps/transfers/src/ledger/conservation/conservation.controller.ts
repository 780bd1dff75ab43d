import { Controller, Param } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { type Operation, ref, type ResourceAnswer } from '@halyard/contracts';
import type {} from '@halyard/contracts/accounts';
import { conservationRoutes } from '@halyard/contracts/conservation';
import { DomainError } from '@halyard/core';
import { accountOf, CurrentOperation, requireOperator, Serves } from '@halyard/http';
import { IdPipe } from '@halyard/input';
import { GetAccountConservation, GetConservation } from './conservation.query.js';

@Controller()
export class ConservationController {
  constructor(private readonly queries: QueryBus) {}

  /** @throws DomainError NotFound for another account */
  @Serves(conservationRoutes.getAccountConservation)
  async ofAccount(
    @Param('id', IdPipe) id: string,
    @CurrentOperation() operation: Operation,
  ): Promise<ResourceAnswer<'conservation'>> {
    if (id !== accountOf(operation)) throw new DomainError('NotFound');
    const attributes = await this.queries.execute(new GetAccountConservation(operation, id));
    return { type: 'resource', kind: 'conservation', id, attributes, links: { account: ref('account', id) } };
  }

  @Serves(conservationRoutes.getOperatedConservation)
  async ofAny(
    @Param('id', IdPipe) id: string,
    @CurrentOperation() operation: Operation,
  ): Promise<ResourceAnswer<'operated-conservation'>> {
    requireOperator(operation);
    const attributes = await this.queries.execute(new GetAccountConservation(operation, id));
    return { type: 'resource', kind: 'operated-conservation', id, attributes, links: {} };
  }

  /** The gateway decides who may ask: everybody, or operators. */
  @Serves(conservationRoutes.getConservation)
  ofAll(): Promise<ResourceAnswer<'conservation-of-all'>> {
    return this.queries.execute(new GetConservation());
  }
}
