import { z } from 'zod';
import { EVENT_STREAM } from '../kernel/rows/exchanges.js';
import { holding, text } from '../kernel/rows/field-contents.js';
import { count, halLink, id, time } from '../kernel/rows/schemas.js';
import { answersOf, bytes } from '../kernel/rows/route-answer.js';
import { account, created, exampleIds, inPlace, to } from '../kernel/rows/example.js';
import { defineResource } from '../kernel/rows/resource.js';
import { routesOf } from '../kernel/rows/route.js';

const accountinfofull = routesOf('webhooks', 'accountinfofull', 'first-party');

/** One direction of a request. `[kind]` replaces secrets, numbers and personal data. */
const half = z
  .object({
    headers: holding('text', z.record(z.string(), z.string())),
    bytes: count,
    body: holding('text', z.any()).optional(),
    truncated: z.literal(true).optional(),
  })
  .optional();

export const requestResources = {
  request: defineResource({
    attributes: z.object({
      id,
      created: time,
      method: text('kept'),
      path: text('kept'),
      route: text('kept').optional(),
      status: count,
      code: text('kept').optional(),
      durationMs: z.number().min(0),
      who: z.object({ application: z.object({ id, name: text('name') }), person: z.object({ id }).optional() }),
      address: text('ip-address'),
      key: z.literal(true).optional(),
      replayed: z.literal(true).optional(),
      resource: halLink.optional(),
      trace: text('kept'),
      request: half,
      response: half,
      caused: z
        .object({
          timeline: halLink.optional(),
          events: z.array(z.object({ topic: text('kept'), event: halLink })).readonly(),
          more: z.literal(true).optional(),
        })
        .optional(),
    }),
    linksInPlace: ['resource', 'caused'],
    links: {
      account: 'account',
      resource: ['customer', 'beneficial-owner', 'document', 'funding-source', 'transfer'],
      'idempotency-key': 'idempotency-key',
    },
    example: {
      attributes: {
        created,
        method: 'POST',
        path: '/transfers',
        route: '/transfers',
        status: 201,
        durationMs: 4.2,
        who: { application: { id: exampleIds.application, name: 'Harbor Shop' } },
        address: '203.0.113.7',
        key: true,
        resource: inPlace(`/transfers/${exampleIds.transfer}`, 'transfer'),
        trace: '0af7651916cd43dd8448eb211c80319c',
      },
      links: { account, resource: to('transfer', exampleIds.transfer) },
    },
  }),
};

const { resource, uncountedPages } = answersOf(requestResources);

export const requestRoutes = {
  listRequests: accountinfofull.get('/requests', {
    description: 'Lists the requests of the account, the newest first. They are kept for 30 days.',
    answers: [uncountedPages('request')],
  }),
  getRequest: accountinfofull.get('/requests/:id', {
    description:
      'Returns a request with what was sent and answered, without secrets, numbers and what concerns persons.',
    answers: [resource('request')],
  }),
  streamRequests: accountinfofull.get('/requests/stream', {
    description:
      'Sends the requests of the account as they are recorded (Server-Sent Events), until either side ends it. A client continues with `Last-Event-ID`.',
    kind: 'stream',
    gives: [EVENT_STREAM],
    limits: { inFlightMax: 512 },
    answers: [bytes],
  }),
};

declare module '../kernel/rows/registry.js' {
  interface ResourceRows extends Readonly<typeof requestResources> {}
  interface RouteRows extends Readonly<typeof requestRoutes> {}
}
