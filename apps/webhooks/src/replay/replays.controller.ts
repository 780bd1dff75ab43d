import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import {
  type CollectionDocument,
  type CreatedDocument,
  type Operation,
  publicRoutes,
  ref,
  type ResourceDocument,
} from '@halyard/contracts';
import { DomainError } from '@halyard/core';
import { CurrentOperation, DeclaredQuery, IdPipe, ReadQuery, terms, type ValuesOf } from '@halyard/http';
import { DataSource } from 'typeorm';
import { subscriberOf } from '../subscription/subscription.document.js';
import { Subscription } from '../subscription/subscription.entity.js';
import { CreateReplayDto } from './create-replay.dto.js';
import { CreateReplayHandler } from './create-replay.handler.js';
import { replayDocument } from './replay.document.js';
import { Replay } from './replay.entity.js';

const replaysQuery = new DeclaredQuery(terms.page);

@Controller()
export class ReplaysController {
  constructor(
    private readonly handler: CreateReplayHandler,
    private readonly dataSource: DataSource,
  ) {}

  @Post(publicRoutes.createReplay.path)
  @HttpCode(201)
  create(
    @Param('id', IdPipe) id: string,
    @Body() body: CreateReplayDto,
    @CurrentOperation() operation: Operation,
  ): Promise<CreatedDocument> {
    return this.handler.create(id, body, operation);
  }

  /** Newest first. */
  @Get(publicRoutes.listReplays.path)
  async list(
    @Param('id', IdPipe) id: string,
    @ReadQuery(replaysQuery) page: ValuesOf<typeof replaysQuery>,
    @CurrentOperation() operation: Operation,
  ): Promise<CollectionDocument> {
    await this.requireSubscription(id, operation);
    const [replays, total] = await this.dataSource.manager.findAndCount(Replay, {
      where: { subscriptionId: id },
      order: { id: 'DESC' },
      skip: page.offset,
      take: page.limit,
    });
    const self = ref('subscription-replays', id);
    return { document: 'collection', self, of: 'replay', items: replays.map(replayDocument), total, page };
  }

  /** @throws DomainError NotFound */
  @Get(publicRoutes.getReplay.path)
  async get(@Param('id', IdPipe) id: string, @CurrentOperation() operation: Operation): Promise<ResourceDocument> {
    const replay = await this.dataSource.manager.findOneBy(Replay, { id });
    if (!replay) throw new DomainError('NotFound');
    await this.requireSubscription(replay.subscriptionId, operation);
    return replayDocument(replay);
  }

  /** @throws DomainError NotFound for one of another application */
  private async requireSubscription(id: string, operation: Operation): Promise<void> {
    const found = await this.dataSource.manager.existsBy(Subscription, { id, ...subscriberOf(operation) });
    if (!found) throw new DomainError('NotFound');
  }
}
