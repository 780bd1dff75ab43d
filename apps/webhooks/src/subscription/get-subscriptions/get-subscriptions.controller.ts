import { Controller, Param } from '@nestjs/common';
import type { CollectionAnswer, Operation, ResourceAnswer } from '@halyard/contracts';
import { ref } from '@halyard/contracts';
import { DomainError } from '@halyard/core';
import { CurrentOperation, Serves } from '@halyard/http';
import { IdPipe } from '@halyard/input';
import { DataSource } from 'typeorm';
import { subscriberOf, subscriptionAnswer } from '../subscription.answer.js';
import { Subscription } from '../subscription.entity.js';

@Controller()
export class GetSubscriptionsController {
  constructor(private readonly dataSource: DataSource) {}

  /** All of them, oldest first: there are few. */
  @Serves('listWebhookSubscriptions')
  async listSubscriptions(@CurrentOperation() operation: Operation): Promise<CollectionAnswer> {
    const subscriptions = await this.dataSource.manager.find(Subscription, {
      where: subscriberOf(operation),
      order: { id: 'ASC' },
    });
    return {
      type: 'collection',
      self: ref('listWebhookSubscriptions'),
      of: 'webhook-subscription',
      items: subscriptions.map(subscriptionAnswer),
      total: subscriptions.length,
    };
  }

  /** @throws DomainError NotFound */
  @Serves('getWebhookSubscription')
  async getSubscription(
    @Param('id', IdPipe) id: string,
    @CurrentOperation() operation: Operation,
  ): Promise<ResourceAnswer> {
    const where = { id, ...subscriberOf(operation) };
    const subscription = await this.dataSource.manager.findOneBy(Subscription, where);
    if (!subscription) throw new DomainError('NotFound');
    return subscriptionAnswer(subscription);
  }
}
