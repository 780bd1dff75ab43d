import { z } from 'zod';
import { text } from '../kernel/rows/field-contents.js';
import { count, id, restarted, time } from '../kernel/rows/schemas.js';
import { pauseReasons } from './webhooks.events.js';
import { answersOf } from '../kernel/rows/route-answer.js';
import { created, exampleIds, later, to } from '../kernel/rows/example.js';
import { eventResources } from '../events/events.js';
import { defineResource } from '../kernel/rows/resource.js';
import { routesOf } from '../kernel/rows/route.js';

export const headers = z.array(z.object({ name: text('kept'), value: text('text') })).readonly();

/** One attempt to deliver. Lists leave the bodies out. The response is absent if none came. */
export const webhookAttempt = z.object({
  id,
  request: z.object({ timestamp: time, url: text('url'), headers, body: text('text').optional() }),
  response: z.object({ timestamp: time, headers, statusCode: count, body: text('text').optional() }).optional(),
  error: text('text').optional(),
  durationMs: count,
});

const anyToken = routesOf('webhooks', 'token', 'first-party');

const exampleAttempt = {
  id: exampleIds.other,
  request: { timestamp: created, url: 'https://example.com/webhooks', headers: [] },
  response: { timestamp: created, headers: [{ name: 'content-length', value: '0' }], statusCode: 200 },
  durationMs: 41,
};
const subscription = to('webhook-subscription', exampleIds.subscription);

export const webhookResources = {
  'webhook-subscription': defineResource({
    attributes: z.object({
      id,
      url: text('url'),
      paused: z.boolean(),
      pauseReason: z.enum(pauseReasons).optional(),
      created: time,
      description: text('kept').optional(),
      topics: z.array(text('kept')).readonly().optional().describe('Everything where it is absent.'),
      strictOrder: z.boolean(),
      application: text('kept').optional().describe('Whose it is, for people who see those of all applications.'),
      secretRotation: z.enum(['started']).optional(),
    }),
    links: {
      webhooks: 'listSubscriptionWebhooks',
      health: 'subscription-health',
      edit: 'write',
      pause: 'write',
      resume: 'write',
      replay: 'write',
      remove: 'write',
    },
    example: {
      attributes: {
        url: 'https://example.com/webhooks',
        paused: false,
        created,
        topics: ['transfer_created', 'transfer_completed'],
        strictOrder: false,
      },
      links: {
        webhooks: to('listSubscriptionWebhooks', exampleIds.subscription),
        health: to('subscription-health', exampleIds.subscription),
      },
    },
  }),
  'subscription-health': defineResource({
    attributes: z.object({
      sequence: count,
      /** The number of events that wait for their first success. */
      backlog: count,
      oldestWaiting: time.optional(),
      lastSuccess: time.optional(),
      lastFailure: time.optional(),
      /** Counts the last 24 hours. */
      day: z.object({ attempts: count, failed: count }),
      restarted: restarted
        .optional()
        .describe('Present after a restore: numbers between `from` and `to` are missing, and no event has them.'),
    }),
    links: { subscription: 'webhook-subscription' },
    resourceType: 'health',
    example: {
      attributes: { sequence: 17, backlog: 0, lastSuccess: created, day: { attempts: 17, failed: 0 } },
      links: { subscription },
    },
  }),
  webhook: defineResource({
    attributes: z.object({
      id,
      topic: text('kept'),
      accountId: text('kept'),
      eventId: text('kept'),
      subscriptionId: text('kept'),
      sequence: count,
      state: z.enum(['pending', 'waiting', 'held', 'delivered', 'failed']),
      nextRetry: time.optional(),
      attempts: z.array(webhookAttempt).readonly(),
    }),
    links: {
      subscription: 'webhook-subscription',
      retry: 'write',
      event: 'event',
    },
    example: {
      attributes: {
        topic: 'transfer_completed',
        accountId: exampleIds.account,
        eventId: exampleIds.event,
        subscriptionId: exampleIds.subscription,
        sequence: 17,
        state: 'delivered',
        attempts: [exampleAttempt],
      },
      links: {
        subscription,
        event: to('event', exampleIds.event),
        retry: to('listWebhookRetries', exampleIds.webhook),
      },
    },
  }),
  'webhook-retry': defineResource({
    attributes: z.object({
      id,
      timestamp: time,
      state: z.enum(['pending', 'delivered', 'failed']),
    }),
    links: { webhook: 'webhook' },
    resourceType: 'retry',
    example: {
      attributes: { timestamp: later, state: 'delivered' },
      links: { webhook: to('webhook', exampleIds.webhook) },
    },
  }),
  replay: defineResource({
    attributes: z.object({
      id,
      status: z.enum(['running', 'done']),
      created: time,
      fromSequence: count,
      toSequence: count,
      /** Events up to this number are queued for delivery. */
      queuedTo: count,
      /** The number of queued events. */
      events: count,
      url: text('url').optional(),
    }),
    links: { subscription: 'webhook-subscription' },
    example: {
      attributes: { status: 'running', created, fromSequence: 1, toSequence: 17, queuedTo: 9, events: 9 },
      links: { subscription },
    },
  }),
};

const { made, pages, resource, whole } = answersOf({ ...webhookResources, ...eventResources });

export const webhookRoutes = {
  createWebhookSubscription: anyToken.post('/webhook-subscriptions', {
    category: 'writes',
    description: 'Subscribes a URL to events. Each delivery is signed with the secret.',
    offeredBy: {
      lists: {
        listWebhookSubscriptions: {
          choices: { application: { list: 'listApplications', prompt: 'name', value: 'id' } },
        },
      },
    },
    answers: [made('webhook-subscription')],
    refuses: ['MaxNumberOfResources'],
  }),
  listWebhookSubscriptions: anyToken.get('/webhook-subscriptions', {
    description: 'Lists the webhook subscriptions of the application.',
    answers: [whole('webhook-subscription')],
  }),
  getWebhookSubscription: anyToken.get('/webhook-subscriptions/:id', {
    description: 'Returns a webhook subscription.',
    answers: [resource('webhook-subscription')],
  }),
  getSubscriptionHealth: anyToken.get('/webhook-subscriptions/:id/health', {
    description: 'Returns how the deliveries of a subscription go: what waits, and what its receiver answered lately.',
    answers: [resource('subscription-health')],
  }),
  updateWebhookSubscription: anyToken.post('/webhook-subscriptions/:id', {
    category: 'writes',
    description: 'Pauses or continues a subscription, changes its topics or its description, or rotates its secret.',
    offeredBy: {
      resources: {
        'webhook-subscription': {
          edit: {
            asks: ['topics', 'description', 'secret'],
            asksWhile: { attribute: 'secretRotation', is: 'started', fields: ['secretRotation'] },
          },
          pause: { sends: { paused: true }, asks: [] },
          resume: { sends: { paused: false }, asks: [] },
        },
      },
    },
    answers: [resource('webhook-subscription')],
  }),
  deleteWebhookSubscription: anyToken.delete('/webhook-subscriptions/:id', {
    category: 'writes',
    description: 'Ends a subscription. What was queued for it is not delivered.',
    offeredBy: { resources: { 'webhook-subscription': { remove: {} } } },
    answers: [resource('webhook-subscription')],
  }),
  listSubscriptionWebhooks: anyToken.get('/webhook-subscriptions/:id/webhooks', {
    description: 'Lists the deliveries of a subscription, the newest first.',
    answers: [pages('webhook')],
  }),
  getWebhook: anyToken.get('/webhooks/:id', {
    description: 'Returns the delivery of an event to a subscription, with its attempts.',
    answers: [resource('webhook')],
  }),
  retryWebhook: anyToken.post('/webhooks/:id/retries', {
    category: 'writes',
    description: 'Delivers an event once more.',
    offeredBy: { resources: { webhook: { retry: {} } } },
    takes: [],
    answers: [made('webhook-retry')],
    refuses: ['MaxNumberOfResources'],
  }),
  listWebhookRetries: anyToken.get('/webhooks/:id/retries', {
    description: 'Lists the retries of a delivery that were asked for.',
    answers: [whole('webhook-retry')],
  }),
  getWebhookRetry: anyToken.get('/webhooks/:id/retries/:retryId', {
    description: 'Returns a retry of a delivery.',
    answers: [resource('webhook-retry')],
  }),
  /** The route answers at once if there are events. Otherwise it may wait, so it has its own time limit and budget. */
  pullSubscriptionEvents: anyToken.get('/webhook-subscriptions/:id/events', {
    description: 'Returns the events of a subscription after a number. It waits for one if asked to.',
    kind: 'raw',
    limits: { timeMs: 40_000, inFlightMax: 512, ofOneCallerMax: 64 },
    wait: 'wait',
    answers: [whole('event')],
    refuses: ['Gone'],
  }),
  createReplay: anyToken.post('/webhook-subscriptions/:id/replays', {
    category: 'writes',
    description: 'Queues the events of a subscription once more, within bounds of numbers or dates.',
    offeredBy: { resources: { 'webhook-subscription': { replay: {} } } },
    answers: [made('replay')],
    refuses: ['Gone', 'MaxNumberOfResources'],
  }),
  listReplays: anyToken.get('/webhook-subscriptions/:id/replays', {
    description: 'Lists the replays of a subscription, the newest first.',
    answers: [pages('replay')],
  }),
  getReplay: anyToken.get('/replays/:id', {
    description: 'Returns how far a replay has come.',
    answers: [resource('replay')],
  }),
};

declare module '../kernel/rows/registry.js' {
  interface ResourceRows extends Readonly<typeof webhookResources> {}
  interface RouteRows extends Readonly<typeof webhookRoutes> {}
}
