import { Controller, Inject, UseGuards } from '@nestjs/common';
import { type CollectionAnswer, type ConsumingService, ref } from '@halyard/contracts';
import { operatorRoutes } from '@halyard/contracts/operations';
import { Serves } from '@halyard/http';
import { CONSUMING_SERVICE, ParkedKeyList } from '@halyard/messaging';
import { linksOf, messageOf } from './message.answer.js';
import { OperatorGuard } from './operator.guard.js';

/** The foreign messages that a service's consumers have set aside. */
@Controller()
@UseGuards(OperatorGuard)
export class ForeignMessagesController {
  constructor(
    private readonly parking: ParkedKeyList,
    @Inject(CONSUMING_SERVICE) private readonly service: ConsumingService,
  ) {}

  /** Lists one message for each consumer, topic and reason, the latest first. So no paging is needed. */
  @Serves(operatorRoutes.listForeignMessages)
  async listForeignMessages(): Promise<CollectionAnswer> {
    const items = (await this.parking.foreign()).map(
      ({ id, consumer, topic, reason, count, firstAt, lastAt, last, shown }) => ({
        type: 'resource' as const,
        kind: 'foreign-message' as const,
        id,
        service: this.service,
        attributes: {
          consumer,
          topic,
          reason,
          count,
          first: firstAt.toISOString(),
          last: lastAt.toISOString(),
          lastClaims: { ...last },
          message: messageOf(shown),
        },
        links: linksOf(shown),
      }),
    );
    return {
      type: 'collection',
      self: ref('listForeignMessages', '', this.service),
      of: 'foreign-message',
      items,
      total: items.length,
    };
  }
}
