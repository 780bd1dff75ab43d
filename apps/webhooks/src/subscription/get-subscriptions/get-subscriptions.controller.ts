import { Controller, Param } from '@nestjs/common';
import { type CollectionAnswer, type Operation, ref, type ResourceAnswer } from '@halyard/contracts';
import { webhookRoutes } from '@halyard/contracts/webhooks';
import { DomainError } from '@halyard/core';
import { CurrentOperation, Serves } from '@halyard/http';
import { IdPipe } from '@halyard/input';
import { DataSource } from 'typeorm';
import { subscriberOf, subscriptionAnswer } from '../subscription.answer.js';
import { Subscription } from '../subscription.entity.js';

@Controller()
export class GetSubscriptionsController {
  constructor(private readonly dataSource: DataSource) {}

  /** Lists all subscriptions in one answer, oldest first, because there are few. */
  @Serves(webhookRoutes.listWebhookSubscriptions)
  async listSubscriptions(@CurrentOperation() operation: Operation): Promise<CollectionAnswer> {
    const subscriber = subscriberOf(operation);
    const found = { where: subscriber, order: { id: 'ASC' } } as const;
    const subscriptions = await this.dataSource.manager.find(Subscription, found);
    return {
      type: 'collection',
      self: ref('listWebhookSubscriptions'),
      of: 'webhook-subscription',
      items: subscriptions.map((one) => subscriptionAnswer(one, subscriber)),
      total: subscriptions.length,
    };
  }

  /** @throws DomainError NotFound */
  @Serves(webhookRoutes.getWebhookSubscription)
  async getSubscription(
    @Param('id', IdPipe) id: string,
    @CurrentOperation() operation: Operation,
  ): Promise<ResourceAnswer<'webhook-subscription'>> {
    const subscriber = subscriberOf(operation);
    const subscription = await this.dataSource.manager.findOneBy(Subscription, { id, ...subscriber });
    if (!subscription) throw new DomainError('NotFound');
    return subscriptionAnswer(subscription, subscriber);
  }
}
