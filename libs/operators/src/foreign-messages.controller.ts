import { Controller, Get, Inject, UseGuards } from '@nestjs/common';
import { type CollectionDocument, type ConsumingService, ref } from '@halyard/contracts';
import { Parking } from '@halyard/messaging';
import { CONSUMING_SERVICE } from '@halyard/messaging';
import { OperatorGuard } from './operator.guard.js';

/** The foreign messages that a service's consumers have set aside. */
@Controller('/operations/:service/foreign-messages')
@UseGuards(OperatorGuard)
export class ForeignMessagesController {
  constructor(
    private readonly parking: Parking,
    @Inject(CONSUMING_SERVICE) private readonly service: ConsumingService,
  ) {}

  /** The latest first. One for each consumer, topic and reason, so that no paging is needed. */
  @Get()
  async listForeignMessages(): Promise<CollectionDocument> {
    const items = (await this.parking.foreign()).map(
      ({ id, consumer, topic, reason, count, firstAt, lastAt, last }) => ({
        document: 'resource' as const,
        kind: `${this.service}-foreign-message` as const,
        id,
        attributes: {
          consumer,
          topic,
          reason,
          count,
          first: firstAt.toISOString(),
          last: lastAt.toISOString(),
          lastClaims: { ...last },
        },
        links: {},
      }),
    );
    return {
      document: 'collection',
      self: ref(`${this.service}-foreign-messages`),
      of: `${this.service}-foreign-message`,
      items,
      total: items.length,
    };
  }
}
