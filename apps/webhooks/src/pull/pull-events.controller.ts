import { Controller, Param } from '@nestjs/common';
import { type CollectionAnswer, type Operation, ref } from '@halyard/contracts';
import { webhookRoutes } from '@halyard/contracts/webhooks';
import { CurrentExchange, CurrentOperation, type IncomingExchange, Serves } from '@halyard/http';
import { IdPipe, ReadQuery } from '@halyard/input';
import { EventAnswers } from '../event/embed-resource/event-answers.js';
import { PullEvents } from './pull-events.js';
import { type PullQuery, pullQuery } from './pull-query.js';

@Controller()
export class PullEventsController {
  constructor(
    private readonly events: PullEvents,
    private readonly answers: EventAnswers,
  ) {}

  @Serves(webhookRoutes.pullSubscriptionEvents)
  async pull(
    @Param('id', IdPipe) id: string,
    @ReadQuery(pullQuery) asked: PullQuery,
    @CurrentOperation() operation: Operation,
    @CurrentExchange() { signal, stopping }: IncomingExchange,
  ): Promise<CollectionAnswer> {
    const over = AbortSignal.any([signal, stopping]);
    const { events, total, restarted } = await this.events.pull(id, operation, asked, over);
    const answers = await this.answers.of(
      events.map(({ event }) => event),
      asked.embed,
      operation,
    );
    const items = answers.map((answer, index) => ({
      ...answer,
      attributes: { ...answer.attributes, sequence: events[index]?.sequence },
    }));
    const self = ref('pullSubscriptionEvents', id);
    return { type: 'collection', self, of: 'event', items, total, attributes: { restarted } };
  }
}
