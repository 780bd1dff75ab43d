import { Controller, Param } from '@nestjs/common';
import { type CollectionDocument, type Operation, ref } from '@halyard/contracts';
import { CurrentExchange, CurrentOperation, type IncomingExchange, Serves } from '@halyard/http';
import { IdPipe, ReadQuery } from '@halyard/input';
import { EventDocuments } from '../event/embed-resource/event-documents.js';
import { subscriberOf } from '../subscription/subscription.document.js';
import { PullEvents } from './pull-events.js';
import { type PullQuery, pullQuery } from './pull-query.js';

@Controller()
export class PullEventsController {
  constructor(
    private readonly events: PullEvents,
    private readonly documents: EventDocuments,
  ) {}

  @Serves('pullSubscriptionEvents')
  async pull(
    @Param('id', IdPipe) id: string,
    @ReadQuery(pullQuery) asked: PullQuery,
    @CurrentOperation() operation: Operation,
    @CurrentExchange() { signal, stopping }: IncomingExchange,
  ): Promise<CollectionDocument> {
    const over = AbortSignal.any([signal, stopping]);
    const { events, total } = await this.events.pull(id, subscriberOf(operation), asked, over);
    const documents = await this.documents.of(
      events.map(({ event }) => event),
      asked.embed,
      operation,
    );
    const items = documents.map((document, index) => ({
      ...document,
      attributes: { ...document.attributes, sequence: events[index]?.sequence },
    }));
    return { document: 'collection', self: ref('pullSubscriptionEvents', id), of: 'event', items, total };
  }
}
