import { z } from 'zod';
import { count, halLink, time, usd } from '../kernel/rows/schemas.js';
import { answersOf } from '../kernel/rows/route-answer.js';
import { account, created, dollars } from '../kernel/rows/example.js';
import { defineResource } from '../kernel/rows/resource.js';
import { routesOf } from '../kernel/rows/route.js';

const transactions = routesOf('transfers', 'transactions');
const operator = routesOf('transfers', 'operator');
const anyone = routesOf('transfers', 'anyone');

const attributes = z.object({
  balanced: z
    .boolean()
    .describe(
      '`postedBalances` and `inTransit` are `fromBanks` less `toBanks`, and no payment that ended is in transit.',
    ),
  postedBalances: usd.describe('The sum of `total` of all balances.'),
  inTransit: usd,
  fromBanks: usd.describe('With what the installation paid for micro-deposits.'),
  toBanks: usd,
  unsettledPayments: count.describe('Payments that have ended and left something in transit.'),
  events: count.describe('The last event that is counted: the sums are exact there.'),
  now: time,
  firstUnbalanced: halLink.optional(),
});
const example = {
  balanced: true,
  postedBalances: dollars('5000.00'),
  inTransit: dollars('225.00'),
  fromBanks: dollars('6225.00'),
  toBanks: dollars('1000.00'),
  unsettledPayments: 0,
  events: 4711,
  now: created,
};

export const conservationResources = {
  conservation: defineResource({
    attributes,
    links: { account: 'account' },
    linksInPlace: true,
    example: { attributes: example, links: { account } },
  }),
  'operated-conservation': defineResource({
    attributes,
    links: {},
    linksInPlace: true,
    resourceType: 'conservation',
    example: { attributes: example },
  }),
  'conservation-of-all': defineResource({
    attributes: z.object({
      balanced: z.boolean(),
      asOf: time.describe("The system's time. Everything that was stored until then is counted."),
      lagSeconds: z.number().min(0),
    }),
    links: {},
    resourceType: 'conservation',
    example: { attributes: { balanced: true, asOf: created, lagSeconds: 0.004 } },
  }),
};

const { resource } = answersOf(conservationResources);

export const conservationRoutes = {
  getAccountConservation: transactions.get('/accounts/:id/conservation', {
    description:
      'Returns whether the money of the account and its customers adds up: what is posted and under way is what came from banks less what went there.',
    answers: [resource('conservation')],
  }),
  getOperatedConservation: operator.get('/operations/accounts/:id/conservation', {
    description: 'Returns whether the money of any account adds up.',
    answers: [resource('operated-conservation')],
  }),
  getConservation: anyone.get('/conservation', {
    inProduction: 'operator',
    description:
      'Returns whether the money of all accounts adds up, without any amount. In production it is for operators, unless the installation opens it.',
    answers: [resource('conservation-of-all')],
  }),
};

declare module '../kernel/rows/registry.js' {
  interface ResourceRows extends Readonly<typeof conservationResources> {}
  interface RouteRows extends Readonly<typeof conservationRoutes> {}
}
