import { correctionCodes, isCorrectionCode, isReturnCode, returnCodes } from '@halyard/core';
import { z } from 'zod';
import { bankAccountTypes } from '../funding-sources/funding-sources.js';
import { created, later, to } from '../kernel/rows/example.js';
import { text } from '../kernel/rows/field-contents.js';
import { defineResource } from '../kernel/rows/resource.js';
import { answersOf } from '../kernel/rows/route-answer.js';
import { routesOf } from '../kernel/rows/route.js';
import { count, time } from '../kernel/rows/schemas.js';

const anyToken = routesOf('transfers', 'token');

/** The most rules and outages of a behaviour. */
export const RULES_MAX = 50;
export const OUTAGES_MAX = 20;

/** The ways an entry goes to its bank, as rules name them. */
export const entryRoutes = ['ach', 'same-day', 'wire', 'micro-deposit'] as const;
export type EntryRoute = (typeof entryRoutes)[number];

export const entryDirections = ['debit', 'credit'] as const;
export type EntryDirection = (typeof entryDirections)[number];

/** The types of customers, as `type` of a customer says them. */
export const ruleCustomerTypes = ['unverified', 'receive-only', 'personal', 'business'] as const;

const optionalText = text('kept').optional();
const returnCode = z.enum(Object.keys(returnCodes).filter(isReturnCode));
const correctionCode = z.enum(Object.keys(correctionCodes).filter(isCorrectionCode));

/** The values that a correction states in place of those of the entry. */
export const correctedValues = z.object({
  routingNumber: text('routing-number').optional(),
  accountNumber: text('account-number').optional(),
  bankAccountType: z.enum(bankAccountTypes).optional(),
  name: text('name').optional(),
  individualId: text('text').optional(),
});
export type CorrectedValues = z.infer<typeof correctedValues>;

const rule = z.object({
  name: text('kept'),
  when: z
    .object({
      direction: z.enum(entryDirections).optional(),
      route: z.enum(entryRoutes).optional(),
      routingNumber: text('routing-number').optional(),
      amount: z.object({ from: optionalText, below: optionalText }).optional(),
      owner: z.enum(['account', 'customer']).optional(),
      customerType: z.enum(ruleCustomerTypes).optional(),
      correlationId: optionalText.describe('Exact, or a prefix with `*` at its end.'),
    })
    .optional()
    .describe('All that is given must hold.'),
  share: optionalText.describe('From `0` to `1`, with at most six decimals.'),
  first: count.optional(),
  every: count.optional(),
  then: z.object({
    return: returnCode.optional(),
    after: optionalText.describe('ISO 8601, counted from the settlement moment.'),
    correct: correctionCode.optional(),
    corrected: correctedValues.optional(),
    delay: optionalText.describe('ISO 8601, counted from the settlement moment.'),
    microDeposits: z.literal('wrong-amounts').optional(),
  }),
});

export const bankBehaviorResources = {
  'sandbox-bank-behavior': defineResource({
    attributes: z.object({
      seed: text('kept'),
      rules: z.array(rule).readonly().describe('In order. The first rule that strikes an entry wins.'),
      outages: z
        .array(z.object({ routingNumber: text('routing-number'), from: time, to: time.describe('Not included.') }))
        .readonly(),
      counts: z
        .array(
          z.object({
            rule: text('kept'),
            looked: count.describe('How many entries its `when` has fitted.'),
            struck: count,
          }),
        )
        .readonly()
        .describe('Since the behaviour was last changed.'),
    }),
    links: { clock: 'sandbox-clock', edit: 'write' },
    example: {
      attributes: {
        seed: 'ci-42',
        rules: [
          { name: 'nsf', when: { direction: 'debit' }, share: '0.02', then: { return: 'R01' } },
          { name: 'merged', first: 1, then: { correct: 'C02', corrected: { routingNumber: '222222226' } } },
        ],
        outages: [{ routingNumber: '222222226', from: created, to: later }],
        counts: [
          { rule: 'nsf', looked: 200, struck: 4 },
          { rule: 'merged', looked: 200, struck: 1 },
        ],
      },
      links: { clock: to('sandbox-clock'), edit: to('sandbox-bank-behavior') },
    },
  }),
};

const { resource } = answersOf(bankBehaviorResources);

export const bankBehaviorRoutes = {
  getSandboxBankBehavior: anyToken.get('/sandbox-bank-behavior', {
    description: "Returns how the account's banks behave: rules, outages, and how often each rule looked and struck.",
    sandboxOnly: true,
    answers: [resource('sandbox-bank-behavior')],
  }),
  changeSandboxBankBehavior: anyToken.post('/sandbox-bank-behavior', {
    category: 'moves money',
    description:
      "Replaces how the account's banks behave as a whole; an empty body empties it. Which entries a rule strikes follows from the seed, the rule's name and the entry's name alone. What was drawn for an entry stays.",
    sandboxOnly: true,
    offeredBy: { resources: { 'sandbox-bank-behavior': { edit: {} } } },
    answers: [resource('sandbox-bank-behavior')],
  }),
};

declare module '../kernel/rows/registry.js' {
  interface ResourceRows extends Readonly<typeof bankBehaviorResources> {}
  interface RouteRows extends Readonly<typeof bankBehaviorRoutes> {}
}
