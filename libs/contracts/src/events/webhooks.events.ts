import { z } from 'zod';
import type { CloudEventOf, FactOf } from './cloud-event.js';
import { catalogue } from './cloud-event.js';

const subscription = z.object({ subscriptionId: z.uuid(), accountId: z.uuid(), applicationId: z.uuid() });

const replay = subscription.extend({ replayId: z.uuid() });

/** Key: the subscription. */
export const webhooksEvents = catalogue('webhooks.events.v1', {
  'webhooks.subscription-created.v1': subscription,
  'webhooks.subscription-changed.v1': subscription,
  'webhooks.subscription-deleted.v1': subscription,
  'webhooks.replay-requested.v1': replay,
});
export type WebhooksFact = FactOf<typeof webhooksEvents>;
export type WebhooksEvent = CloudEventOf<typeof webhooksEvents>;
