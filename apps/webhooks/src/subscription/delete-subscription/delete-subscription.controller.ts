import { Controller, Param } from '@nestjs/common';
import type { Operation, ResourceAnswer } from '@halyard/contracts';
import { webhookRoutes, type WebhooksFact } from '@halyard/contracts/webhooks';
import { DomainError } from '@halyard/core';
import { CurrentOperation, timeOf, Serves } from '@halyard/http';
import { IdPipe } from '@halyard/input';
import { Changes } from '@halyard/changes';
import { dropPendingDeliveries } from './drop-deliveries.rows.js';
import { subscriberOf, subscriptionAnswer } from '../subscription.answer.js';
import { Subscription } from '../subscription.entity.js';

@Controller()
export class DeleteSubscriptionController {
  constructor(private readonly changes: Changes) {}

  /**
   * Deletes a subscription with its unsent deliveries. Sent deliveries can no longer be read, and expire with their
   * partition. @throws DomainError NotFound
   */
  @Serves(webhookRoutes.deleteWebhookSubscription)
  deleteSubscription(
    @Param('id', IdPipe) id: string,
    @CurrentOperation() operation: Operation,
  ): Promise<ResourceAnswer<'webhook-subscription'>> {
    const subscriber = subscriberOf(operation);
    const own = { id, ...subscriber };
    return this.changes.run(operation, async (change) => {
      const { tx } = change;
      const subscription = await tx.findOneBy(Subscription, own);
      // Of two concurrent deletions the second finds nothing to delete.
      const { affected } = await tx.delete(Subscription, own);
      if (!subscription || affected === 0) throw new DomainError('NotFound');
      await dropPendingDeliveries(tx, id);

      const { accountId, applicationId } = subscription;
      const data = { subscriptionId: id, accountId, applicationId };
      const fact: WebhooksFact = { type: 'webhooks.subscription-deleted.v1', data };
      await change.record({ key: id, accountId, ...fact, at: timeOf(operation) });
      return subscriptionAnswer(subscription, subscriber);
    });
  }
}
