import { Controller, Get, Param, Query as QueryParams } from '@nestjs/common';
import type { CollectionDocument, Operation } from '@halyard/contracts';
import { ref } from '@halyard/contracts';
import { DomainError, validationError } from '@halyard/core';
import { accountOf, booleanOf, CurrentOperation, IdPipe, type Query } from '@halyard/http';
import { DataSource, IsNull } from 'typeorm';
import { type Owner, Parties } from '../party/parties.js';
import { fundingSourceDocument } from '../funding-source.document.js';
import { FundingSource } from '../funding-source.entity.js';

@Controller()
export class ListFundingSourcesController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly parties: Parties,
  ) {}

  @Get('/customers/:id/funding-sources')
  ofCustomer(
    @CurrentOperation() operation: Operation,
    @Param('id', IdPipe) id: string,
    @QueryParams() query: Query,
  ): Promise<CollectionDocument> {
    return this.list(operation, { kind: 'customer', id }, showsRemoved(query));
  }

  @Get('/accounts/:id/funding-sources')
  ofAccount(
    @CurrentOperation() operation: Operation,
    @Param('id', IdPipe) id: string,
    @QueryParams() query: Query,
  ): Promise<CollectionDocument> {
    if (id !== accountOf(operation)) throw new DomainError('NotFound');
    return this.list(operation, { kind: 'account', id }, showsRemoved(query));
  }

  /** Newest first, and always whole: an owner has few sources. */
  private async list(operation: Operation, { kind, id }: Owner, withRemoved: boolean): Promise<CollectionDocument> {
    const owner = await this.parties.requireWithBalance(operation, { kind, id });
    const sources = await this.dataSource.manager.find(FundingSource, {
      where: { ownerId: id, ...(!withRemoved && { removedAt: IsNull() }) },
      order: { position: 'DESC' },
    });
    return {
      document: 'collection',
      self: ref(`${kind}-funding-sources`, id),
      of: 'funding-source',
      items: sources.map((source) => fundingSourceDocument(source, owner)),
      total: sources.length,
      links: { [kind]: ref(kind, id) },
    };
  }
}

/** @throws DomainError ValidationError at /query/removed */
export function showsRemoved({ removed }: Query): boolean {
  const shows = removed === undefined ? true : booleanOf(removed);
  if (shows !== undefined) return shows;
  throw validationError({ code: 'InvalidFormat', message: 'Removed invalid.', path: '/query/removed' });
}
