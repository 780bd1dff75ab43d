import type { TimelineKind } from '@halyard/core';
import { z } from 'zod';
import { text } from '../kernel/rows/field-contents.js';
import { count, halLink, time, usd } from '../kernel/rows/schemas.js';
import { answersOf } from '../kernel/rows/route-answer.js';
import { exampleIds, inPlace } from '../kernel/rows/example.js';
import { defineResource } from '../kernel/rows/resource.js';
import { routesOf } from '../kernel/rows/route.js';

const transactions = routesOf('transfers', 'transactions');

const statuses = ['pending', 'processed', 'failed', 'cancelled'] as const;

const kinds = {
  request: {
    requestId: text('kept').optional(),
    method: text('kept'),
    route: text('kept'),
    key: z.boolean().describe('An Idempotency-Key came with it.'),
    application: halLink.optional(),
    person: halLink.optional(),
  },
  state: { transfer: halLink, status: z.enum(statuses), code: text('kept').optional() },
  posting: {
    from: text('kept').describe('`balance:<funding source>`, `transit:<payment>` or `banks`.'),
    to: text('kept'),
    amount: usd,
    balanceAfter: usd.optional().describe('What is posted on the balance after it.'),
  },
  limit: {
    amount: usd,
    week: z.iso.date().describe('The Monday on which it begins, UTC.'),
    direction: z.enum(['taken', 'given-back']),
  },
  bank: {
    did: z.enum(['submitted', 'settled', 'returned', 'corrected']),
    code: text('kept').optional(),
    bankDate: time.optional().describe("The bank's own earlier date. It moves nothing."),
    because: z.enum(['simulation', 'sentinel', 'behavior', 'file', 'clock', 'partner', 'cancel']),
    rule: text('kept').optional().describe('The rule of the behaviour that struck the entry.'),
    file: halLink.optional().describe('The file that said so.'),
    line: count.optional().describe('Of the file, from 1.'),
  },
  event: { topic: text('kept'), position: count, event: halLink },
  delivery: {
    subscription: halLink,
    sequence: count,
    attempts: z
      .array(
        z.object({
          timestamp: time,
          status: count.optional(),
          error: text('kept').optional(),
          durationMs: count,
          webhook: halLink,
        }),
      )
      .readonly(),
    replayed: count.describe('How many replays sent it again.'),
  },
  dropped: { what: text('kept'), before: time.describe('What was recorded before is no longer kept.') },
} as const satisfies Record<TimelineKind, object>;

const entryOf = <Kind extends TimelineKind>(kind: Kind) =>
  z.object({
    id: text('kept'),
    cause: text('kept').optional().describe('The earlier entry that it follows from; absent for the first.'),
    at: time.describe("The account's time."),
    recorded: time.describe("The system's time."),
    kind: z.literal(kind),
    trace: text('kept').optional(),
    ...kinds[kind],
  });

const timelineEntry = z.discriminatedUnion('kind', [
  entryOf('request'),
  entryOf('state'),
  entryOf('posting'),
  entryOf('limit'),
  entryOf('bank'),
  entryOf('event'),
  entryOf('delivery'),
  entryOf('dropped'),
]);
export type TimelineEntryAnswer = z.input<typeof timelineEntry>;

const missing = z
  .array(z.enum(['webhooks']))
  .readonly()
  .describe('What could not be asked: its entries are left out.');
const payment = inPlace(`/payments/${exampleIds.payment}`, 'payment');
const common = {
  links: {},
  parts: { entries: timelineEntry },
  linksInPlace: true,
  isPaged: true,
  resourceType: 'timeline',
} as const;

export const timelineResources = {
  'payment-timeline': defineResource({
    ...common,
    attributes: z.object({ payment: halLink, missing }),
    example: { attributes: { payment, missing: [] } },
  }),
  'transfer-timeline': defineResource({
    ...common,
    attributes: z.object({ payment: halLink, transfer: halLink, missing }),
    example: {
      attributes: { payment, transfer: inPlace(`/transfers/${exampleIds.transfer}`, 'transfer'), missing: [] },
    },
  }),
};

const { resource } = answersOf(timelineResources);

export const timelineRoutes = {
  getPaymentTimeline: transactions.get('/payments/:id/timeline', {
    description:
      'Returns all that happened because of a payment, for it and to it, oldest first: the request, states, postings, limits, what banks did, events and their deliveries. Each entry names the earlier one that caused it.',
    answers: [resource('payment-timeline')],
  }),
  getTransferTimeline: transactions.get('/transfers/:id/timeline', {
    description: 'Returns the timeline of the payment that a transfer belongs to.',
    answers: [resource('transfer-timeline')],
  }),
};

declare module '../kernel/rows/registry.js' {
  interface ResourceRows extends Readonly<typeof timelineResources> {}
  interface RouteRows extends Readonly<typeof timelineRoutes> {}
}
