import { Injectable } from '@nestjs/common';
import type { Operation, ResourceAnswer } from '@halyard/contracts';
import type { WebhooksFact } from '@halyard/contracts/webhooks';
import { Clock, DomainError, validationError } from '@halyard/core';
import { booleanOf } from '@halyard/input';
import { timeOf } from '@halyard/http';
import { Changes } from '@halyard/changes';
import { Sealer } from '@halyard/persistence';
import type { EntityManager } from 'typeorm';
import { announceChange, announceDeliveries } from '../../event/delivery-notices.rows.js';
import { DueRetries } from '../../retry/due-retries.rows.js';
import { holdDeliveries, resumeDeliveries } from '../../retry/held-deliveries.rows.js';
import { subscriberOf, subscriptionAnswer } from '../subscription.answer.js';
import { SECRET_CONTEXT, Subscription } from '../subscription.entity.js';
import { rotationOf, rotationStates, stateOf, subscriptionStates } from '../subscription-states.js';
import { keptTopics } from '../subscription.rules.js';
import type { UpdateSubscriptionDto } from './update-subscription.dto.js';

@Injectable()
export class SubscriptionUpdate {
  constructor(
    private readonly changes: Changes,
    private readonly sealer: Sealer,
    private readonly retries: DueRetries,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError NotFound; ValidationError if a rotation is ended that was not begun */
  async update(
    id: string,
    body: UpdateSubscriptionDto,
    operation: Operation,
  ): Promise<ResourceAnswer<'webhook-subscription'>> {
    const subscriber = subscriberOf(operation);
    const { accountId } = subscriber;
    const { topics, description, secretRotation } = body;
    const paused = booleanOf(body.paused);
    const sealedNext = body.secret && (await this.sealer.seal(accountId, SECRET_CONTEXT, body.secret));
    const wishes = JSON.stringify({ paused, topics, description, secretRotation });
    const sealed = await this.sealer.seal(accountId, 'webhooks.subscription-changed', wishes);

    return this.changes.run(operation, async (change) => {
      const { tx } = change;
      // Recording events takes this lock too, so that a change of topics or a pause comes between two pages of events.
      const lock = { mode: 'for_no_key_update' } as const;
      const subscription = await tx.findOne(Subscription, { where: { id, ...subscriber }, lock });
      if (!subscription) throw new DomainError('NotFound');

      if (topics) subscription.topics = keptTopics(topics);
      if (description) subscription.description = description;
      rotate(subscription, sealedNext || undefined, secretRotation);
      if (sealedNext || secretRotation) await announceChange(tx, id);
      await this.pauseOrResume(tx, subscription, paused);
      await tx.save(Subscription, subscription);

      const data = { subscriptionId: id, accountId, applicationId: subscription.applicationId };
      const fact: WebhooksFact = { type: 'webhooks.subscription-changed.v1', data };
      await change.record({ key: id, accountId, ...fact, at: timeOf(operation), sealed });
      return subscriptionAnswer(subscription, subscriber);
    });
  }

  private async pauseOrResume(tx: EntityManager, subscription: Subscription, paused?: boolean): Promise<void> {
    const command = paused ? 'pause' : 'resume';
    if (paused === undefined || !(command in subscriptionStates[stateOf(subscription)])) return;
    const { id, strictOrder } = subscription;
    if (paused) await this.retries.hold([id], tx);
    else if (strictOrder) await resumeDeliveries(tx, id, this.clock.system());
    else await holdDeliveries(tx, id);
    await announceDeliveries(tx);
    subscription.paused = paused;
    subscription.pauseReason = paused ? 'requested' : null;
    subscription.failures = 0;
  }
}

/** Begins or ends a rotation. Until it is completed, both secrets sign. Another new secret replaces the next one. */
function rotate(subscription: Subscription, sealedNext?: Buffer, end?: 'completed' | 'cancelled'): void {
  if (end !== undefined && !(end in rotationStates[rotationOf(subscription)])) {
    throw validationError({ code: 'Invalid', message: 'No rotation has begun.', path: '/secretRotation' });
  }
  if (end === 'completed' && subscription.sealedNextSecret) subscription.sealedSecret = subscription.sealedNextSecret;
  if (end !== undefined) subscription.sealedNextSecret = null;
  if (sealedNext) subscription.sealedNextSecret = sealedNext;
}
