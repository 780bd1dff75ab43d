import { Controller, Get, Inject, UseGuards } from '@nestjs/common';
import { type CollectionDocument, type ConsumingService, ref } from '@halyard/contracts';
import { DeclaredQuery, ReadQuery, terms, type ValuesOf } from '@halyard/http';
import { Parking } from '../parking.js';
import { CONSUMING_SERVICE } from './consuming-service.js';
import { OperatorGuard } from './operator.guard.js';

const paged = new DeclaredQuery({ ...terms.page, anchor: terms.anchor(/^\d{1,15}$/, Number) });

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
  async listSkippedMessages(
    @ReadQuery(paged) { limit, offset, anchor }: ValuesOf<typeof paged>,
  ): Promise<CollectionDocument> {
    const { skipped, total, newest } = await this.parking.skipped({ limit, offset, newest: anchor });
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
      page: { limit, offset, anchor: String(newest) },
    };
  }
}
