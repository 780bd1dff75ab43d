import { z } from 'zod';
import { catalogue, type FactOf } from '../kernel/services/cloud-event.js';

const subscription = z.object({ subscriptionId: z.uuid(), accountId: z.uuid(), applicationId: z.uuid() });

/**
 * Why a subscription is paused: somebody requested it, its attempts failed, or strict order has used up the retries of
 * a delivery.
 */
export const pauseReasons = ['requested', 'failures', 'retries-exhausted'] as const;
export type PauseReason = (typeof pauseReasons)[number];

const paused = subscription.extend({
  reason: z.enum(pauseReasons).exclude(['requested']),
  failures: z.number().int().positive().describe('Attempts that failed after one another.'),
});

const replay = subscription.extend({ replayId: z.uuid() });

/** The key is the subscription. */
export const webhooksEvents = catalogue('webhooks.events.v1', {
  'webhooks.subscription-created.v1': subscription,
  'webhooks.subscription-changed.v1': subscription,
  'webhooks.subscription-paused.v1': paused.describe('By itself; what a client asks for is a change.'),
  'webhooks.subscription-deleted.v1': subscription,
  'webhooks.replay-requested.v1': replay,
});
export type WebhooksFact = FactOf<typeof webhooksEvents>;
