import { Controller, Get, Inject, UseGuards } from '@nestjs/common';
import { type CollectionDocument, type ConsumingService, ref, type ServiceName } from '@halyard/contracts';
import { Parking } from '../parking.js';
import { SERVICE_NAME } from '../service-name.js';
import { OperatorGuard } from './operator.guard.js';
import { consumingServiceOf } from './parked-key.document.js';

/** What a service's consumers have set aside because no source has told it. */
@Controller('/operations/:service/foreign-messages')
@UseGuards(OperatorGuard)
export class ForeignMessagesController {
  private readonly service: ConsumingService;

  constructor(
    private readonly parking: Parking,
    @Inject(SERVICE_NAME) service: ServiceName,
  ) {
    this.service = consumingServiceOf(service);
  }

  /** The latest first: one for each consumer, topic and reason, so that no page is needed. */
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
