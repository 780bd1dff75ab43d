import { z } from 'zod';
import { text } from '../kernel/rows/field-contents.js';
import { count, id, restarted, time } from '../kernel/rows/schemas.js';
import { snapshotMarks } from './snapshots.js';
import { EVENT_STREAM } from '../kernel/rows/exchanges.js';
import { answersOf, bytes } from '../kernel/rows/route-answer.js';
import { account, created, exampleIds, to } from '../kernel/rows/example.js';
import { defineResource } from '../kernel/rows/resource.js';
import { routesOf } from '../kernel/rows/route.js';

const anyToken = routesOf('webhooks', 'token', 'first-party');

export const eventResources = {
  event: defineResource({
    attributes: z.object({
      id,
      created: time,
      topic: text('kept'),
      resourceId: text('kept'),
      correlationId: text('kept').optional(),
      /** Its number in the subscription through which it is read. */
      sequence: count.optional(),
      /** Why its resource is not embedded although the client asked for it. */
      resourceSnapshot: z.enum(snapshotMarks).optional(),
    }),
    links: {
      resource: ['customer', 'beneficial-owner', 'document', 'funding-source', 'transfer'],
      account: 'account',
      customer: 'customer',
    },
    listAttributes: z.object({
      restarted: restarted
        .optional()
        .describe('Present after a restore: numbers between `from` and `to` are missing, and no event has them.'),
    }),
    example: {
      attributes: { created, topic: 'transfer_completed', resourceId: exampleIds.transfer, sequence: 17 },
      links: { resource: to('transfer', exampleIds.transfer), account },
    },
  }),
};

const { pages, resource } = answersOf(eventResources);

export const eventRoutes = {
  listEvents: anyToken.get('/events', {
    description: 'Lists the events of the account, the newest first.',
    answers: [pages('event')],
  }),
  getEvent: anyToken.get('/events/:id', { description: 'Returns an event.', answers: [resource('event')] }),
  /**
   * Server-Sent Events. Many clients connect and stay: each application may have at most 10 connections, in a budget of
   * their own at the gateway.
   */
  streamEvents: anyToken.get('/events/stream', {
    description:
      'Sends the events of the account as they happen (Server-Sent Events), until either side ends it. A client continues with `Last-Event-ID`.',
    kind: 'stream',
    gives: [EVENT_STREAM],
    limits: { inFlightMax: 512 },
    answers: [bytes],
    refuses: ['Gone'],
  }),
};

declare module '../kernel/rows/registry.js' {
  interface ResourceRows extends Readonly<typeof eventResources> {}
  interface RouteRows extends Readonly<typeof eventRoutes> {}
}
