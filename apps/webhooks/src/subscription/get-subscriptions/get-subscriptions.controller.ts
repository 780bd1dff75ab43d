import { Controller, Param } from '@nestjs/common';
import type { CollectionDocument, Operation, ResourceDocument } from '@halyard/contracts';
import { ref } from '@halyard/contracts';
import { DomainError } from '@halyard/core';
import { CurrentOperation, Serves } from '@halyard/http';
import { IdPipe } from '@halyard/input';
import { DataSource } from 'typeorm';
import { subscriberOf, subscriptionDocument } from '../subscription.document.js';
import { Subscription } from '../subscription.entity.js';

@Controller()
export class GetSubscriptionsController {
  constructor(private readonly dataSource: DataSource) {}

  /** All of them, oldest first: there are few. */
  @Serves('listWebhookSubscriptions')
  async listSubscriptions(@CurrentOperation() operation: Operation): Promise<CollectionDocument> {
    const subscriptions = await this.dataSource.manager.find(Subscription, {
      where: subscriberOf(operation),
      order: { id: 'ASC' },
    });
    return {
      document: 'collection',
      self: ref('listWebhookSubscriptions'),
      of: 'webhook-subscription',
      items: subscriptions.map(subscriptionDocument),
      total: subscriptions.length,
    };
  }

  /** @throws DomainError NotFound */
  @Serves('getWebhookSubscription')
  async getSubscription(
    @Param('id', IdPipe) id: string,
    @CurrentOperation() operation: Operation,
  ): Promise<ResourceDocument> {
    const where = { id, ...subscriberOf(operation) };
    const subscription = await this.dataSource.manager.findOneBy(Subscription, where);
    if (!subscription) throw new DomainError('NotFound');
    return subscriptionDocument(subscription);
  }
}
