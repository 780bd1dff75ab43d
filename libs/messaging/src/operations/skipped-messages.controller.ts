import { Controller, Get, Inject, Query as QueryParams, UseGuards } from '@nestjs/common';
import { type CollectionDocument, type ConsumingService, ref } from '@halyard/contracts';
import { type Query, readPage } from '@halyard/http';
import { Parking } from '../parking.js';
import { CONSUMING_SERVICE } from './consuming-service.js';
import { OperatorGuard } from './operator.guard.js';

/** What operators have skipped, and why. The messages themselves stay in the database: they may name persons. */
@Controller('/operations/:service/skipped-messages')
@UseGuards(OperatorGuard)
export class SkippedMessagesController {
  constructor(
    private readonly parking: Parking,
    @Inject(CONSUMING_SERVICE) private readonly service: ConsumingService,
  ) {}

  /** The latest first. */
  @Get()
  async listSkippedMessages(@QueryParams() query: Query): Promise<CollectionDocument> {
    const { limit, offset } = readPage(query);
    const { skipped, total } = await this.parking.skipped({ limit, offset });
    return {
      document: 'collection',
      self: ref(`${this.service}-skipped-messages`),
      of: `${this.service}-skipped-message`,
      items: skipped.map(({ id, at, ...attributes }) => ({
        document: 'resource',
        kind: `${this.service}-skipped-message`,
        id,
        attributes: { ...attributes, at: at.toISOString() },
        links: {},
      })),
      total,
      page: { limit, offset },
    };
  }
}
