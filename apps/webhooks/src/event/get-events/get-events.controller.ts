import { Controller, Get, Param } from '@nestjs/common';
import type { CollectionDocument, Operation, ResourceDocument } from '@halyard/contracts';
import { ref } from '@halyard/contracts';
import { DomainError } from '@halyard/core';
import { accountOf, CurrentOperation, IdPipe, ReadQuery } from '@halyard/http';
import { DataSource } from 'typeorm';
import { type EventsQuery, eventsQuery } from './event-filters.js';
import { eventDocument, findEvent } from './event.rows.js';
import { pageOfEvents } from './events-page.query.js';

/** What happened in an account, for whoever missed a webhook. */
@Controller('/events')
export class GetEventsController {
  constructor(private readonly dataSource: DataSource) {}

  @Get()
  async listEvents(
    @ReadQuery(eventsQuery) asked: EventsQuery,
    @CurrentOperation() operation: Operation,
  ): Promise<CollectionDocument> {
    const { events, ...page } = await pageOfEvents(this.dataSource.manager, accountOf(operation), asked);
    return { document: 'collection', self: ref('events'), of: 'event', items: events.map(eventDocument), ...page };
  }

  /** @throws DomainError NotFound */
  @Get('/:id')
  async getEvent(@Param('id', IdPipe) id: string, @CurrentOperation() operation: Operation): Promise<ResourceDocument> {
    const event = await findEvent(this.dataSource.manager, accountOf(operation), id);
    if (!event) throw new DomainError('NotFound');
    return eventDocument(event);
  }
}
