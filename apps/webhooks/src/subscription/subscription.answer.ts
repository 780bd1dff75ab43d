import type { Operation, ResourceAnswer } from '@halyard/contracts';
import { ref } from '@halyard/contracts';
import { applicationOf } from '@halyard/http';
import type { Subscription } from './subscription.entity.js';

/** Whose subscriptions a request may see: those of its own application, or of all applications of the account. */
export interface Subscriber {
  readonly accountId: string;
  /** Absent for a person that uses an application of ours. */
  readonly applicationId?: string;
}

/**
 * A subscription as a resource (reference facts, 10.1), without its secret. Who sees those of several applications is told
 * whose it is.
 */
export const subscriptionAnswer = (
  {
    id,
    applicationId,
    url,
    paused,
    pauseReason,
    createdAt,
    description,
    topics,
    strictOrder,
    sealedNextSecret,
  }: Subscription,
  by: Subscriber,
): ResourceAnswer<'webhook-subscription'> => ({
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
    ...(by.applicationId === undefined && { application: applicationId }),
    ...(sealedNextSecret !== null && { secretRotation: 'started' as const }),
  },
  links: {
    webhooks: ref('listSubscriptionWebhooks', id),
    health: ref('subscription-health', id),
    edit: ref('webhook-subscription', id),
    [paused ? 'resume' : 'pause']: ref('webhook-subscription', id),
    replay: ref('listReplays', id),
    remove: ref('webhook-subscription', id),
  },
});

/** @throws DomainError Forbidden for a service principal, which subscribes to nothing */
export function subscriberOf(operation: Operation): Subscriber {
  const { accountId, applicationId, isFirstParty } = applicationOf(operation);
  return isFirstParty ? { accountId } : { accountId, applicationId };
}
