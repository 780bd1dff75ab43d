import { type LinksOf, type Operation, ref, type ResourceAnswer, type ResourceRef } from '@halyard/contracts';
import { applicationOf } from '@halyard/http';
import {
  rotationOf,
  stateOf,
  type SubscriptionCommand,
  subscriptionCommands,
  subscriptionStates,
} from './subscription-states.js';
import type { Subscription } from './subscription.entity.js';

/** Who reads subscriptions. An application sees its own; a person sees those of all applications of the account. */
export interface Subscriber {
  readonly accountId: string;
  /** Absent for a person who uses a first-party application. */
  readonly applicationId?: string;
}

/**
 * Answers a subscription (reference facts, 10.1) without its secret. It names the application if the reader sees the
 * subscriptions of several.
 */
export const subscriptionAnswer = (
  subscription: Subscription,
  by: Subscriber,
): ResourceAnswer<'webhook-subscription'> => ({
  type: 'resource',
  kind: 'webhook-subscription',
  id: subscription.id,
  attributes: {
    id: subscription.id,
    url: subscription.url,
    paused: subscription.paused,
    pauseReason: subscription.pauseReason ?? undefined,
    created: subscription.createdAt.toISOString(),
    description: subscription.description ?? undefined,
    topics: subscription.topics ?? undefined,
    strictOrder: subscription.strictOrder,
    ...(by.applicationId === undefined && { application: subscription.applicationId }),
    ...(rotationOf(subscription) === 'started' && { secretRotation: 'started' as const }),
  },
  links: {
    webhooks: ref('listSubscriptionWebhooks', subscription.id),
    health: ref('subscription-health', subscription.id),
    ...offersOf(subscription),
  },
});

/** The target of each command's link. Links come in the order of the commands. */
const targets: Readonly<Record<SubscriptionCommand, ResourceRef['kind']>> = {
  edit: 'webhook-subscription',
  pause: 'webhook-subscription',
  resume: 'webhook-subscription',
  replay: 'listReplays',
  remove: 'webhook-subscription',
};

const offersOf = (subscription: Subscription): LinksOf<'webhook-subscription'> =>
  Object.fromEntries(
    subscriptionCommands
      .filter((command) => command in subscriptionStates[stateOf(subscription)])
      .map((command) => [command, ref(targets[command], subscription.id)]),
  );

/** @throws DomainError Forbidden for a service principal, which subscribes to nothing */
export function subscriberOf(operation: Operation): Subscriber {
  const { accountId, applicationId, isFirstParty } = applicationOf(operation);
  return isFirstParty ? { accountId } : { accountId, applicationId };
}
