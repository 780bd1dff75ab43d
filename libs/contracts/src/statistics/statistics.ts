import { z } from 'zod';
import { count, day, time, usd } from '../kernel/rows/schemas.js';
import { answersOf } from '../kernel/rows/route-answer.js';
import { account, created, dollars } from '../kernel/rows/example.js';
import { defineResource } from '../kernel/rows/resource.js';
import { routesOf } from '../kernel/rows/route.js';

const transactions = routesOf('transfers', 'transactions');

const counted = {
  flow: z.enum([
    'bank-to-balance',
    'balance-to-bank',
    'bank-to-bank',
    'balance-to-balance',
    'balance-to-wire',
    'bank-to-wire',
    'fee',
  ]),
  status: z.enum(['pending', 'processed', 'failed', 'cancelled']),
  count,
  amount: usd,
};
const example = { flow: 'bank-to-balance', status: 'processed', count: 3, amount: dollars('675.00') } as const;

export const statisticsResources = {
  statistics: defineResource({
    attributes: z.object({
      from: day,
      to: day.describe('Included, as `from` is.'),
      now: time,
      events: count.describe('The last event that is counted: the sums are exact there.'),
      days: z
        .array(z.object({ date: day.describe("Of `created`: the UTC day of the account's time."), ...counted }))
        .readonly()
        .describe('In order of date, flow and status. What a day did not have has no row.'),
      totals: z.array(z.object(counted)).readonly().describe('The sums of `days`.'),
    }),
    links: { account: 'account' },
    example: {
      attributes: {
        from: '2026-01-01',
        to: '2026-01-30',
        now: created,
        events: 4711,
        days: [{ date: '2026-01-15', ...example }],
        totals: [example],
      },
      links: { account },
    },
  }),
};

const { resource } = answersOf(statisticsResources);

export const statisticsRoutes = {
  getStatistics: transactions.get('/accounts/:id/statistics', {
    description:
      'Returns how many payments the account and its customers made and how many fees they paid, and their sums, by day, flow and status. `from` and `to` are days of at most 400, by default today, and the 29 days before `to`.',
    answers: [resource('statistics')],
  }),
};

declare module '../kernel/rows/registry.js' {
  interface ResourceRows extends Readonly<typeof statisticsResources> {}
  interface RouteRows extends Readonly<typeof statisticsRoutes> {}
}
