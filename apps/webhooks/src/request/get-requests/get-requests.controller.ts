import { Controller, Param } from '@nestjs/common';
import { type CollectionAnswer, type Operation, ref, type ResourceAnswer } from '@halyard/contracts';
import { requestRoutes } from '@halyard/contracts/requests';
import { DomainError } from '@halyard/core';
import { accountOf, CurrentOperation, Serves } from '@halyard/http';
import { IdPipe, keysetPage, ReadQuery } from '@halyard/input';
import { type RequestsQuery, requestsQuery } from './request-filters.js';
import { RequestReader } from './request-reader.js';

@Controller()
export class GetRequestsController {
  constructor(private readonly reader: RequestReader) {}

  @Serves(requestRoutes.listRequests)
  async list(
    @ReadQuery(requestsQuery) { limit, from, to, after, ...filters }: RequestsQuery,
    @CurrentOperation() operation: Operation,
  ): Promise<CollectionAnswer> {
    const accountId = accountOf(operation);
    const found = await this.reader.rowsOf({ accountId, filters, from, to, after, limit: limit + 1 });
    const { items, keyset } = keysetPage(found, limit);
    return {
      type: 'collection',
      self: ref('listRequests'),
      of: 'request',
      items: await this.reader.itemsOf(accountId, items, operation),
      total: items.length,
      isUncounted: true,
      keyset: { ...keyset, parameter: 'after' },
    };
  }

  /** @throws DomainError NotFound */
  @Serves(requestRoutes.getRequest)
  async get(
    @Param('id', IdPipe) id: string,
    @CurrentOperation() operation: Operation,
  ): Promise<ResourceAnswer<'request'>> {
    const request = await this.reader.one(accountOf(operation), id, operation);
    if (!request) throw new DomainError('NotFound');
    return request;
  }
}
