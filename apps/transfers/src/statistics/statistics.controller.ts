import { Controller, Param } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { type Operation, ref, type ResourceAnswer } from '@halyard/contracts';
import type {} from '@halyard/contracts/accounts';
import { statisticsRoutes } from '@halyard/contracts/statistics';
import { DomainError } from '@halyard/core';
import { accountOf, CurrentOperation, Serves } from '@halyard/http';
import { IdPipe, ReadQuery } from '@halyard/input';
import { type StatisticsPeriod, statisticsPeriod } from './statistics-period.js';
import { GetStatistics } from './statistics.query.js';

@Controller()
export class StatisticsController {
  constructor(private readonly queries: QueryBus) {}

  /** @throws DomainError NotFound for another account */
  @Serves(statisticsRoutes.getStatistics)
  async get(
    @Param('id', IdPipe) id: string,
    @ReadQuery(statisticsPeriod) period: StatisticsPeriod,
    @CurrentOperation() operation: Operation,
  ): Promise<ResourceAnswer<'statistics'>> {
    if (id !== accountOf(operation)) throw new DomainError('NotFound');
    const attributes = await this.queries.execute(new GetStatistics(operation, period));
    const { from, to } = attributes;
    const query = `?${new URLSearchParams({ from, to }).toString()}`;
    return { type: 'resource', kind: 'statistics', id, query, attributes, links: { account: ref('account', id) } };
  }
}
