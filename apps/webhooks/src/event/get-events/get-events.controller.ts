import { Controller, Param } from '@nestjs/common';
import { type CollectionAnswer, type Operation, ref, type ResourceAnswer } from '@halyard/contracts';
import { eventRoutes } from '@halyard/contracts/events';
import { DomainError } from '@halyard/core';
import { accountOf, CurrentOperation, Serves } from '@halyard/http';
import { DeclaredQuery, IdPipe, ReadQuery, type ValuesOf } from '@halyard/input';
import { DataSource } from 'typeorm';
import { embed } from '../embed-resource/embed-query.js';
import { EventAnswers } from '../embed-resource/event-answers.js';
import { type EventsQuery, eventsQuery } from './event-filters.js';
import { findEvent } from '../event.rows.js';
import { pageOfEvents } from './events-page.query.js';

const eventQuery = new DeclaredQuery({ embed });

/** The events of an account, for clients that missed a webhook. */
@Controller()
export class GetEventsController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly answers: EventAnswers,
  ) {}

  @Serves(eventRoutes.listEvents)
  async listEvents(
    @ReadQuery(eventsQuery) { embed, ...asked }: EventsQuery,
    @CurrentOperation() operation: Operation,
  ): Promise<CollectionAnswer> {
    const { events, restarted, ...page } = await pageOfEvents(this.dataSource.manager, accountOf(operation), asked);
    const items = await this.answers.of(events, embed, operation);
    return { type: 'collection', self: ref('listEvents'), of: 'event', items, attributes: { restarted }, ...page };
  }

  /** @throws DomainError NotFound */
  @Serves(eventRoutes.getEvent)
  async getEvent(
    @Param('id', IdPipe) id: string,
    @ReadQuery(eventQuery) { embed }: ValuesOf<typeof eventQuery>,
    @CurrentOperation() operation: Operation,
  ): Promise<ResourceAnswer<'event'>> {
    const event = await findEvent(this.dataSource.manager, accountOf(operation), id);
    const [answer] = event ? await this.answers.of([event], embed, operation) : [];
    if (!answer) throw new DomainError('NotFound');
    return answer;
  }
}
