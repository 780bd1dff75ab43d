import { Controller, Get, Param, Query } from '@nestjs/common';
import type { CollectionDocument, Operation, ResourceDocument } from '@halyard/contracts';
import { ref } from '@halyard/contracts';
import { DomainError } from '@halyard/core';
import type { Query as ListQuery } from '@halyard/http';
import { accountOf, CurrentOperation, IdPipe, readPage } from '@halyard/http';
import { DataSource } from 'typeorm';
import { eventDocument, findEvent, pageOfEvents } from './event.rows.js';

/** What happened in an account, for whoever missed a webhook. */
@Controller('/events')
export class GetEventsController {
  constructor(private readonly dataSource: DataSource) {}

  @Get()
  async listEvents(@Query() query: ListQuery, @CurrentOperation() operation: Operation): Promise<CollectionDocument> {
    const { events, total, page } = await pageOfEvents(this.dataSource.manager, accountOf(operation), readPage(query));
    return { document: 'collection', self: ref('events'), of: 'event', items: events.map(eventDocument), total, page };
  }

  /** @throws DomainError NotFound */
  @Get('/:id')
  async getEvent(@Param('id', IdPipe) id: string, @CurrentOperation() operation: Operation): Promise<ResourceDocument> {
    const event = await findEvent(this.dataSource.manager, accountOf(operation), id);
    if (!event) throw new DomainError('NotFound');
    return eventDocument(event);
  }
}
