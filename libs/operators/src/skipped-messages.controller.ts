import { Controller, Get, Inject, UseGuards } from '@nestjs/common';
import { type CollectionDocument, type ConsumingService, ref } from '@halyard/contracts';
import { keyset, keysetPage, type KeysetQuery, ReadQuery } from '@halyard/input';
import { Parking } from '@halyard/messaging';
import { CONSUMING_SERVICE } from '@halyard/messaging';
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
  async listSkippedMessages(@ReadQuery(keyset) { limit, anchor }: KeysetQuery): Promise<CollectionDocument> {
    const page = keysetPage(await this.parking.skipped({ limit: limit + 1, behind: anchor }), limit);
    return {
      document: 'collection',
      self: ref(`${this.service}-skipped-messages`),
      of: `${this.service}-skipped-message`,
      items: page.items.map(({ id, at, ...attributes }) => ({
        document: 'resource',
        kind: `${this.service}-skipped-message`,
        id,
        attributes: { ...attributes, at: at.toISOString() },
        links: {},
      })),
      total: await this.parking.skippedCount(),
      keyset: page.keyset,
    };
  }
}
