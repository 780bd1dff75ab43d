import { z } from 'zod';
import { text } from '../kernel/rows/field-contents.js';
import { id, time } from '../kernel/rows/schemas.js';
import { answersOf } from '../kernel/rows/route-answer.js';
import { created, customer, exampleIds, later } from '../kernel/rows/example.js';
import { defineResource } from '../kernel/rows/resource.js';
import { routesOf } from '../kernel/rows/route.js';

/** Services that hold parts of a person, in the order in which they erase them. */
export const erasingServices = ['customers', 'funding-sources', 'transfers', 'webhooks'] as const;

export type ErasingService = (typeof erasingServices)[number];

/** Reasons that prevent erasing a person. */
export const erasureObstacles = ['MoneyPending', 'BalanceNotZero', 'LegalHold', 'RetentionPeriod'] as const;

export type ErasureObstacle = (typeof erasureObstacles)[number];

const operator = routesOf('customers', 'operator');

export const erasureResources = {
  erasure: defineResource({
    attributes: z.object({
      id,
      status: z.enum(['pending', 'refused', 'done']),
      reason: text('text'),
      operator: id.describe('The application that asked for it.'),
      personId: id.optional().describe('The person who did so.'),
      created: time,
      ended: time.optional(),
      obstacles: z.array(z.enum(erasureObstacles)).optional().describe('Of one that was refused after it had begun.'),
      confirmations: z.array(z.object({ service: z.enum(erasingServices), at: time })),
      waitsFor: z.array(z.enum(erasingServices)),
    }),
    links: { customer: 'customer' },
    example: {
      attributes: {
        status: 'pending',
        reason: 'Asked for in writing, case 17.',
        operator: exampleIds.application,
        personId: exampleIds.person,
        created,
        confirmations: [{ service: 'customers', at: later }],
        waitsFor: ['funding-sources', 'transfers', 'webhooks'],
      },
      links: { customer },
    },
  }),
  'legal-hold': defineResource({
    attributes: z.object({
      id,
      reason: text('text'),
      operator: id.describe('The application that set it.'),
      personId: id.optional().describe('The person who did so.'),
      created: time,
      lifted: time.optional(),
      liftedBy: id.optional().describe('The application that lifted it.'),
      liftedByPersonId: id.optional().describe('The person who did so.'),
    }),
    links: { customer: 'customer', lift: 'write' },
    example: {
      attributes: {
        reason: 'Court order 17.',
        operator: exampleIds.application,
        personId: exampleIds.person,
        created,
      },
      links: { customer },
    },
  }),
};

const { made, pages, resource, whole } = answersOf(erasureResources);

export const erasureRoutes = {
  eraseCustomer: operator.post('/operations/customers/:id/erasures', {
    category: 'writes',
    description:
      'Begins to erase the personal data of a customer in every service. What stands against it is answered as the reason of the refusal.',
    offeredBy: { resources: { 'customer-standing': { erase: {} } } },
    answers: [made('erasure')],
    refuses: ['InvalidResourceState'],
  }),
  listErasures: operator.get('/operations/erasures', {
    description: 'Lists the erasures of persons, the newest first.',
    answers: [pages('erasure')],
  }),
  getErasure: operator.get('/operations/erasures/:id', {
    description: 'Returns how far the erasure of a person has come.',
    answers: [resource('erasure')],
  }),
  setLegalHold: operator.post('/operations/customers/:id/legal-holds', {
    category: 'writes',
    description: 'Forbids the erasure of a customer until the hold is lifted.',
    offeredBy: { resources: { 'customer-standing': { hold: {} } } },
    answers: [made('legal-hold')],
    refuses: ['InvalidResourceState', 'MaxNumberOfResources'],
  }),
  listLegalHolds: operator.get('/operations/customers/:id/legal-holds', {
    description: 'Lists the legal holds of a customer.',
    answers: [whole('legal-hold')],
  }),
  listAllLegalHolds: operator.get('/operations/legal-holds', {
    description: 'Lists the legal holds of all customers, the newest first.',
    answers: [pages('legal-hold')],
  }),
  getLegalHold: operator.get('/operations/legal-holds/:id', {
    description: 'Returns a legal hold.',
    answers: [resource('legal-hold')],
  }),
  liftLegalHold: operator.delete('/operations/legal-holds/:id', {
    category: 'writes',
    description: 'Lifts a legal hold. Lifting it again has no effect.',
    offeredBy: { resources: { 'legal-hold': { lift: {} } } },
    answers: [resource('legal-hold')],
  }),
};

declare module '../kernel/rows/registry.js' {
  interface ResourceRows extends Readonly<typeof erasureResources> {}
  interface RouteRows extends Readonly<typeof erasureRoutes> {}
}
