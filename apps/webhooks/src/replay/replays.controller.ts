import { Body, Controller, Param } from '@nestjs/common';
import {
  type CollectionAnswer,
  type CreatedAnswer,
  type Operation,
  ref,
  type ResourceAnswer,
} from '@halyard/contracts';
import { webhookRoutes } from '@halyard/contracts/webhooks';
import { DomainError } from '@halyard/core';
import { CurrentOperation, Serves } from '@halyard/http';
import { IdPipe, keyset, keysetPage, type KeysetQuery, ReadQuery } from '@halyard/input';
import { DataSource, LessThan } from 'typeorm';
import { subscriberOf } from '../subscription/subscription.answer.js';
import { Subscription } from '../subscription/subscription.entity.js';
import { CreateReplayDto } from './create-replay.dto.js';
import { ReplayCreation } from './replay-creation.js';
import { replayAnswer } from './replay.answer.js';
import { Replay } from './replay.entity.js';

@Controller()
export class ReplaysController {
  constructor(
    private readonly handler: ReplayCreation,
    private readonly dataSource: DataSource,
  ) {}

  @Serves(webhookRoutes.createReplay)
  create(
    @Param('id', IdPipe) id: string,
    @Body() body: CreateReplayDto,
    @CurrentOperation() operation: Operation,
  ): Promise<CreatedAnswer> {
    return this.handler.create(id, body, operation);
  }

  /** Lists the replays of a subscription, newest first. */
  @Serves(webhookRoutes.listReplays)
  async list(
    @Param('id', IdPipe) id: string,
    @ReadQuery(keyset) { limit, anchor }: KeysetQuery,
    @CurrentOperation() operation: Operation,
  ): Promise<CollectionAnswer> {
    await this.requireSubscription(id, operation);
    const { manager } = this.dataSource;
    const where = { subscriptionId: id, ...(anchor !== undefined && { id: LessThan(anchor) }) };
    const found = await manager.find(Replay, { where, order: { id: 'DESC' }, take: limit + 1 });
    const page = keysetPage(found, limit);
    return {
      type: 'collection',
      self: ref('listReplays', id),
      of: 'replay',
      items: page.items.map(replayAnswer),
      total: await manager.countBy(Replay, { subscriptionId: id }),
      keyset: page.keyset,
    };
  }

  /** @throws DomainError NotFound */
  @Serves(webhookRoutes.getReplay)
  async get(
    @Param('id', IdPipe) id: string,
    @CurrentOperation() operation: Operation,
  ): Promise<ResourceAnswer<'replay'>> {
    const replay = await this.dataSource.manager.findOneBy(Replay, { id });
    if (!replay) throw new DomainError('NotFound');
    await this.requireSubscription(replay.subscriptionId, operation);
    return replayAnswer(replay);
  }

  /** @throws DomainError NotFound if the subscription belongs to another application */
  private async requireSubscription(id: string, operation: Operation): Promise<void> {
    const found = await this.dataSource.manager.existsBy(Subscription, { id, ...subscriberOf(operation) });
    if (!found) throw new DomainError('NotFound');
  }
}
