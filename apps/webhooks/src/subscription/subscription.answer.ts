import type { Operation, ResourceAnswer } from '@halyard/contracts';
import { ref } from '@halyard/contracts';
import { applicationOf } from '@halyard/http';
import type { Subscription } from './subscription.entity.js';

/** A subscription as a resource (reference facts, 10.1), without its secret. */
export const subscriptionAnswer = ({
  id,
  url,
  paused,
  pauseReason,
  createdAt,
  description,
  topics,
  strictOrder,
  sealedNextSecret,
}: Subscription): ResourceAnswer<'webhook-subscription'> => ({
  type: 'resource',
  kind: 'webhook-subscription',
  id,
  attributes: {
    id,
    url,
    paused,
    pauseReason: pauseReason ?? undefined,
    created: createdAt.toISOString(),
    description: description ?? undefined,
    topics: topics ?? undefined,
    strictOrder,
    ...(sealedNextSecret !== null && { secretRotation: 'started' as const }),
  },
  links: {
    webhooks: ref('listSubscriptionWebhooks', id),
    edit: ref('webhook-subscription', id),
    [paused ? 'resume' : 'pause']: ref('webhook-subscription', id),
    replay: ref('listReplays', id),
    remove: ref('webhook-subscription', id),
  },
});

/** Whose subscriptions a request may see: those of its own application. */
export interface Subscriber {
  readonly accountId: string;
  readonly applicationId: string;
}

/** @throws DomainError Forbidden for a service principal, which subscribes to nothing */
export function subscriberOf(operation: Operation): Subscriber {
  const { accountId, applicationId } = applicationOf(operation);
  return { accountId, applicationId };
}
