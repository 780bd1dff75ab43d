import { z } from 'zod';
import { holding, text } from '../kernel/rows/field-contents.js';
import { count, halLink, id, time, usd } from '../kernel/rows/schemas.js';
import { answersOf, type ListNames } from '../kernel/rows/route-answer.js';
import { account, bank, created, customer, dollars, exampleIds, later, to } from '../kernel/rows/example.js';
import { bankAccountTypes } from '../funding-sources/funding-sources.js';
import { defineResource } from '../kernel/rows/resource.js';
import { routesOf } from '../kernel/rows/route.js';
import { transferOffers } from './transfer-offers.js';

/** Names for the list of fees (specification, transfer fees listing). HAL clients read the embedded items. */
export const feeNames: ListNames = { embedded: 'fees', inBody: 'transactions' };

const send = routesOf('transfers', 'send');
const transactions = routesOf('transfers', 'transactions');
const anyToken = routesOf('transfers', 'token');
const operator = routesOf('transfers', 'operator');

const paymentStatus = z.enum(['pending', 'processed', 'failed', 'cancelled']);

const paymentParty = halLink.extend({
  name: text('name').optional().describe("The holder's name. Absent if the holder was erased or can't be asked now."),
});

export const transferResources = {
  transfer: defineResource({
    attributes: z.object({
      id,
      status: z.enum(['pending', 'processed', 'failed', 'cancelled']),
      /** In lists of fees the currency is in lower case (specification, transfer). */
      amount: usd.extend({ currency: z.enum(['USD', 'usd']) }),
      created: time,
      clearing: z.object({ source: text('kept').optional(), destination: text('kept').optional() }).optional(),
      individualAchId: text('kept').optional(),
      metadata: holding('text', z.record(z.string(), z.string())).optional(),
      correlationId: text('kept').optional(),
      /** Only set in the list of transfers that a simulation handled. */
      did: z.enum(['settled', 'returned', 'late-return', 'corrected']).optional(),
    }),
    links: {
      source: ['account', 'customer', 'funding-source'],
      destination: ['account', 'customer', 'funding-source'],
      'source-funding-source': 'funding-source',
      'destination-funding-source': 'funding-source',
      payment: 'payment',
      'funding-transfer': 'transfer',
      'funded-transfer': 'transfer',
      'created-from-transfer': 'transfer',
      fees: 'listTransferFees',
      cancel: 'write',
      simulate: 'write',
      failure: 'transfer-failure',
      corrections: 'listTransferCorrections',
      timeline: 'transfer-timeline',
    },
    example: {
      attributes: { status: 'pending', amount: dollars('225.00'), created, correlationId: 'order-1' },
      links: {
        source: customer,
        destination: account,
        'source-funding-source': bank,
        'destination-funding-source': to('funding-source', exampleIds.balance),
        payment: to('payment', exampleIds.payment),
        cancel: to('transfer', exampleIds.transfer),
        simulate: to('simulateTransfer', exampleIds.transfer),
        timeline: to('transfer-timeline', exampleIds.transfer),
      },
    },
  }),
  'transfer-failure': defineResource({
    attributes: z.object({ code: text('kept'), description: text('kept'), explanation: text('kept') }),
    links: { 'failed-funding-source': 'funding-source', customer: 'customer' },
    resourceType: 'failure',
    example: {
      attributes: {
        code: 'R01',
        description: 'Insufficient Funds',
        explanation: 'The available balance does not cover the amount of the debit.',
      },
      links: { 'failed-funding-source': bank, customer },
    },
  }),
  'transfer-correction': defineResource({
    attributes: z.object({
      code: text('kept').describe('The code of the notification of change.'),
      title: text('kept'),
      received: time,
      corrected: z
        .object({
          routingNumber: text('routing-number').optional(),
          accountNumber: text('account-number').optional().describe('With its last four digits alone.'),
          bankAccountType: z.enum(bankAccountTypes).optional(),
          name: z.literal(true).optional().describe('The bank knows the holder by another name.'),
        })
        .describe('What the bank says in place of what the entry had.'),
      applied: z.boolean().describe('The stored bank was changed.'),
    }),
    links: {},
    resourceType: 'correction',
    example: {
      attributes: {
        code: 'C01',
        title: 'Incorrect DFI Account Number',
        received: later,
        corrected: { accountNumber: '****6789' },
        applied: true,
      },
    },
  }),
  payment: defineResource({
    attributes: z.object({
      id,
      status: paymentStatus,
      amount: usd,
      fees: usd.optional().describe('The sum of its fees. Absent without fees.'),
      created: time,
      correlationId: text('kept').optional(),
      parties: z
        .object({ source: paymentParty, destination: paymentParty })
        .describe('The two funding sources that the request named.'),
      failure: z.object({ transfer: id, code: text('kept'), description: text('kept') }).optional(),
      expected: z
        .array(z.object({ transfer: id, earliest: time, latest: time }))
        .readonly()
        .optional()
        .describe('Absent from lists.'),
      timeline: z
        .array(z.object({ at: time, event: text('kept'), transfer: id }))
        .readonly()
        .optional()
        .describe('Absent from lists.'),
    }),
    linksInPlace: ['parties'],
    links: { transfer: 'transfer', transfers: 'listTransfers', timeline: 'payment-timeline' },
    notInLists: ['expected', 'timeline'],
    listAttributes: z.object({
      sums: z
        .array(z.object({ status: paymentStatus, count, amount: usd, fees: usd }))
        .readonly()
        .describe('Of all payments that match, by status; of the newest 10,000 if there are more.'),
      sumsAreAtLeast: z.literal(true).optional().describe('There are more payments than `sums` counts.'),
    }),
    example: {
      attributes: {
        status: 'pending',
        amount: dollars('225.00'),
        created,
        parties: {
          source: { name: 'Ada Lovelace', href: `/funding-sources/${exampleIds.bank}` },
          destination: { name: 'Example Account', href: `/funding-sources/${exampleIds.balance}` },
        },
        expected: [{ transfer: exampleIds.transfer, earliest: later, latest: later }],
        timeline: [{ at: created, event: 'submitted', transfer: exampleIds.transfer }],
      },
      links: {
        transfer: to('transfer', exampleIds.transfer),
        transfers: { ...to('listTransfers'), filters: { payment: exampleIds.payment } },
        timeline: to('payment-timeline', exampleIds.payment),
      },
      listAttributes: {
        sums: [{ status: 'pending', count: 1, amount: dollars('225.00'), fees: dollars('0.00') }],
      },
    },
  }),
  'customer-limits': defineResource({
    attributes: z.object({
      weekly: z.object({ limit: usd, used: usd, left: usd, from: time, to: time }).optional(),
      transfer: z.object({ limit: usd }).optional(),
    }),
    links: { customer: 'customer' },
    resourceType: 'limits',
    example: {
      attributes: {
        weekly: {
          limit: dollars('5000.00'),
          used: dollars('225.00'),
          left: dollars('4775.00'),
          from: created,
          to: later,
        },
      },
      links: { customer },
    },
  }),
  'sandbox-simulation': defineResource({
    attributes: z.object({ total: count }),
    links: { transfers: 'listSimulatedTransfers' },
    example: { attributes: { total: 2 }, links: { transfers: to('listSimulatedTransfers', exampleIds.other) } },
  }),
  'trial-balance': defineResource({
    attributes: z.object({
      balanced: z.boolean(),
      unsettledPayments: count,
      postedBalances: usd,
      paymentsInTransit: usd,
      bankClearingIn: usd,
      bankClearingOut: usd,
      paymentsIn: usd,
      paymentsOut: usd,
    }),
    links: {},
    example: {
      attributes: {
        balanced: true,
        unsettledPayments: 1,
        postedBalances: dollars('5000.00'),
        paymentsInTransit: dollars('225.00'),
        bankClearingIn: dollars('-5225.00'),
        bankClearingOut: dollars('0.00'),
        paymentsIn: dollars('0.00'),
        paymentsOut: dollars('0.00'),
      },
    },
  }),
};

const { made, pages, resource, whole } = answersOf(transferResources);

export const transferRoutes = {
  createTransfer: send.post('/transfers', {
    category: 'moves money',
    description:
      'Moves money from a funding source to another, with fees if asked for. The answer comes once the payment is recorded; its transfers are processed, fail or are cancelled later. A debit clears the standard way: `next-available` as `clearing.source` becomes `standard`.',
    routedBy: { body: '_links.source.href' },
    membersAtTheirLevel: true,
    answers: [made('transfer')],
    offeredBy: transferOffers,
  }),
  getTransfer: transactions.get('/transfers/:id', {
    description: 'Returns a transfer. Its links say what can be done with it now.',
    answers: [resource('transfer')],
  }),
  cancelTransfer: send.post('/transfers/:id', {
    category: 'moves money',
    description: 'Cancels a transfer that is pending and has not been sent to the bank.',
    offeredBy: { resources: { transfer: { cancel: {} } } },
    answers: [resource('transfer')],
  }),
  listTransfers: transactions.get('/transfers', {
    description:
      'Lists the transfers of the account and of all its customers, each once, the newest first. A search is refused that finds more than 10,000 customers. As CSV it answers all that the filters match, without `limit` and `offset`.',
    orBytes: { kind: 'stream', gives: ['text/csv'], limits: { inFlightMax: 8, ofOneCallerMax: 2 } },
    answers: [pages('transfer')],
  }),
  listCustomerTransfers: transactions.get('/customers/:id/transfers', {
    description: 'Lists the transfers from and to a customer, the newest first.',
    answers: [pages('transfer')],
  }),
  listAccountTransfers: transactions.get('/accounts/:id/transfers', {
    description: 'Lists the transfers from and to the account itself, the newest first.',
    answers: [pages('transfer')],
  }),
  listTransferFees: transactions.get('/transfers/:id/fees', {
    description: 'Lists the fees of a transfer.',
    answers: [whole('transfer', feeNames)],
    resourceType: 'fee',
  }),
  getTransferFailure: transactions.get('/transfers/:id/failure', {
    description: 'Returns why a transfer failed, by the return code of the bank.',
    answers: [resource('transfer-failure')],
  }),
  listTransferCorrections: transactions.get('/transfers/:id/corrections', {
    description: "Lists what the transfer's bank has corrected, in the order in which it was received.",
    sandboxOnly: true,
    answers: [whole('transfer-correction')],
  }),
  listPayments: transactions.get('/payments', {
    description:
      'Lists the payments of the account and of all its customers, the newest first: one for each accepted request for a transfer. `customerId`, `fundingSourceId` and `search` match a payment by one of its transfers; the other filters by the payment itself. A search is refused that finds more than 10,000 customers. As CSV it answers the transfers of all payments that the filters match, without `limit` and `offset`.',
    orBytes: { kind: 'stream', gives: ['text/csv'], limits: { inFlightMax: 8, ofOneCallerMax: 2 } },
    answers: [pages('payment')],
  }),
  getPayment: transactions.get('/payments/:id', {
    description:
      'Returns all that one request for a transfer set off: its transfers, when each is expected to end, and what happened.',
    answers: [resource('payment')],
  }),
  getCustomerLimits: transactions.get('/customers/:id/limits', {
    description: 'Returns what a customer may send in this week or at once, and how much of it is left.',
    answers: [resource('customer-limits')],
  }),
  simulateTransfer: anyToken.post('/transfers/:id/simulation', {
    category: 'moves money',
    description: 'Has the simulated bank process or return a transfer.',
    sandboxOnly: true,
    offeredBy: { resources: { transfer: { simulate: { shapes: ['', 'fail'] } } } },
    answers: [resource('transfer')],
  }),
  simulateBankProcessing: anyToken.post('/sandbox-simulations', {
    category: 'moves money',
    description:
      'Has the simulated bank process what is pending of the account, and answers how many transfers it processed.',
    sandboxOnly: true,
    takes: [],
    offeredBy: { resources: { root: { simulate: {} } } },
    answers: [resource('sandbox-simulation')],
  }),
  listSimulatedTransfers: transactions.get('/sandbox-simulations/:id/transfers', {
    description:
      'Lists the transfers that a simulation handled, in order, and what became of each: it settled, was returned, was returned after it had settled, or settled and was corrected. It is there for two days.',
    sandboxOnly: true,
    answers: [pages('transfer')],
  }),
  getTrialBalance: operator.get('/ledger/trial-balance', {
    description: 'Returns the sums of the whole ledger, which balance to zero.',
    answers: [resource('trial-balance')],
  }),
};

declare module '../kernel/rows/registry.js' {
  interface ResourceRows extends Readonly<typeof transferResources> {}
  interface RouteRows extends Readonly<typeof transferRoutes> {}
}
