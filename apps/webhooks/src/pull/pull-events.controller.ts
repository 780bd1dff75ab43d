import { Controller, Get, Param } from '@nestjs/common';
import { type CollectionDocument, type Operation, publicRoutes, ref } from '@halyard/contracts';
import { CurrentExchange, CurrentOperation, IdPipe, type IncomingExchange, ReadQuery } from '@halyard/http';
import { eventDocument } from '../event/get-events/event.rows.js';
import { subscriberOf } from '../subscription/subscription.document.js';
import { PullEvents } from './pull-events.js';
import { type PullQuery, pullQuery } from './pull-query.js';

@Controller()
export class PullEventsController {
  constructor(private readonly events: PullEvents) {}

  @Get(publicRoutes.pullSubscriptionEvents.path)
  async pull(
    @Param('id', IdPipe) id: string,
    @ReadQuery(pullQuery) asked: PullQuery,
    @CurrentOperation() operation: Operation,
    @CurrentExchange() { signal }: IncomingExchange,
  ): Promise<CollectionDocument> {
    const { events, total } = await this.events.pull(id, subscriberOf(operation), asked, signal);
    const items = events.map(({ event, sequence }) => {
      const document = eventDocument(event);
      return { ...document, attributes: { ...document.attributes, sequence } };
    });
    return { document: 'collection', self: ref('subscription-events', id), of: 'event', items, total };
  }
}
