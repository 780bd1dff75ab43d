import { z } from 'zod';
import { answersOf, bytes } from '../kernel/rows/route-answer.js';
import { account, to } from '../kernel/rows/example.js';
import { defineResource } from '../kernel/rows/resource.js';
import { routesOf } from '../kernel/rows/route.js';

const anyToken = routesOf('gateway', 'token');
const anyone = routesOf('gateway', 'anyone');

export const rootResources = {
  root: defineResource({
    attributes: z.object({}),
    links: {
      account: 'account',
      customers: 'listCustomers',
      'funding-sources': 'listFundingSources',
      transfers: 'listTransfers',
      payments: 'listPayments',
      events: 'listEvents',
      'webhook-subscriptions': 'listWebhookSubscriptions',
      simulate: 'write',
      clock: 'sandbox-clock',
    },
    example: {
      attributes: {},
      links: {
        account,
        customers: to('listCustomers'),
        'funding-sources': to('listFundingSources'),
        transfers: to('listTransfers'),
        payments: to('listPayments'),
        events: to('listEvents'),
        simulate: to('simulateBankProcessing'),
        clock: to('sandbox-clock'),
      },
    },
  }),
};

const { resource } = answersOf(rootResources);

export const rootRoutes = {
  getRoot: anyToken.get('/', {
    description:
      'Returns the links at which a client begins: its account, its customers, its funding sources, its transfers and payments, its events and its subscriptions.',
    answers: [resource('root')],
  }),
  getOpenApi: anyone.get('/openapi.json', {
    description: 'Returns this document.',
    kind: 'raw',
    gives: ['application/json'],
    answers: [bytes],
  }),
  getAsyncApi: anyone.get('/asyncapi.json', {
    description: 'Returns the description of the events that the services of the suite send each other.',
    kind: 'raw',
    gives: ['application/json'],
    answers: [bytes],
  }),
};

declare module '../kernel/rows/registry.js' {
  interface ResourceRows extends Readonly<typeof rootResources> {}
  interface RouteRows extends Readonly<typeof rootRoutes> {}
}
