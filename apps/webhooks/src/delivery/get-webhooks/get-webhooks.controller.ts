import { Controller, Param } from '@nestjs/common';
import { type CollectionAnswer, type Operation, ref, type ResourceAnswer } from '@halyard/contracts';
import { webhookRoutes } from '@halyard/contracts/webhooks';
import { DomainError } from '@halyard/core';
import { CurrentOperation, Serves } from '@halyard/http';
import { IdPipe, ReadQuery } from '@halyard/input';
import { Sealer } from '@halyard/persistence';
import { DataSource } from 'typeorm';
import { publicFaceOf, WebhooksConfig } from '../../config.js';
import { subscriberOf } from '../../subscription/subscription.answer.js';
import { Subscription } from '../../subscription/subscription.entity.js';
import { attemptsOf } from './attempts.query.js';
import { webhookAnswer } from './webhook.answer.js';
import { type WebhookFilters, webhookFilters } from './webhook-filters.js';
import { findWebhook, pageOfWebhooks } from './webhooks.query.js';

@Controller()
export class GetWebhooksController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly sealer: Sealer,
    private readonly config: WebhooksConfig,
  ) {}

  /** @throws DomainError NotFound */
  @Serves(webhookRoutes.listSubscriptionWebhooks)
  async listSubscriptionWebhooks(
    @Param('id', IdPipe) id: string,
    @ReadQuery(webhookFilters) asked: WebhookFilters,
    @CurrentOperation() operation: Operation,
  ): Promise<CollectionAnswer> {
    const db = this.dataSource.manager;
    const subscriber = subscriberOf(operation);
    if (!(await db.existsBy(Subscription, { id, ...subscriber }))) throw new DomainError('NotFound');
    const list = { accountId: subscriber.accountId, subscriptionId: id };
    const { rows, ...page } = await pageOfWebhooks(db, list, asked);
    const ids = rows.map((row) => row.delivery_id);
    const attempts = await attemptsOf(db, ids);
    const showing = { db, face: publicFaceOf(this.config), sealer: this.sealer, withBodies: false };
    const items = await Promise.all(
      rows.map((row) => webhookAnswer(row, attempts.get(row.delivery_id) ?? [], showing)),
    );
    return { type: 'collection', self: ref('listSubscriptionWebhooks', id), of: 'webhook', items, ...page };
  }

  /** @throws DomainError NotFound */
  @Serves(webhookRoutes.getWebhook)
  async getWebhook(
    @Param('id', IdPipe) id: string,
    @CurrentOperation() operation: Operation,
  ): Promise<ResourceAnswer<'webhook'>> {
    const db = this.dataSource.manager;
    const row = await findWebhook(db, subscriberOf(operation), id);
    if (!row) throw new DomainError('NotFound');
    const attempts = (await attemptsOf(db, [id])).get(id) ?? [];
    return webhookAnswer(row, attempts, { db, face: publicFaceOf(this.config), sealer: this.sealer, withBodies: true });
  }
}
