import { Controller, Inject, UseGuards } from '@nestjs/common';
import { type CollectionAnswer, type ConsumingService, ref } from '@halyard/contracts';
import { operatorRoutes } from '@halyard/contracts/operations';
import { Serves } from '@halyard/http';
import { keyset, keysetPage, type KeysetQuery, ReadQuery } from '@halyard/input';
import { CONSUMING_SERVICE, ParkedKeyList } from '@halyard/messaging';
import { OperatorGuard } from './operator.guard.js';

/** Lists which messages operators have skipped, and why. The messages stay in the database: they may name persons. */
@Controller()
@UseGuards(OperatorGuard)
export class SkippedMessagesController {
  constructor(
    private readonly parking: ParkedKeyList,
    @Inject(CONSUMING_SERVICE) private readonly service: ConsumingService,
  ) {}

  /** The latest first. */
  @Serves(operatorRoutes.listSkippedMessages)
  async listSkippedMessages(@ReadQuery(keyset) { limit, anchor }: KeysetQuery): Promise<CollectionAnswer> {
    const page = keysetPage(await this.parking.skipped({ limit: limit + 1, behind: anchor }), limit);
    return {
      type: 'collection',
      self: ref('listSkippedMessages', '', this.service),
      of: 'skipped-message',
      items: page.items.map(({ id, at, ...attributes }) => ({
        type: 'resource',
        kind: 'skipped-message',
        id,
        service: this.service,
        attributes: { ...attributes, at: at.toISOString() },
        links: {},
      })),
      total: await this.parking.skippedCount(),
      keyset: page.keyset,
    };
  }
}
