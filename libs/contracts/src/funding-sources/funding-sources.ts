import { z } from 'zod';
import { text } from '../kernel/rows/field-contents.js';
import { count, halLink, id, time, usd } from '../kernel/rows/schemas.js';
import { answersOf } from '../kernel/rows/route-answer.js';
import { account, bank, created, customer, dollars, exampleIds, inPlace, later, to } from '../kernel/rows/example.js';
import { defineResource } from '../kernel/rows/resource.js';
import { routesOf } from '../kernel/rows/route.js';
import { ofBalances, ofNewBanks } from './refusals.js';

/** Kinds of accounts at banks (reference facts, section 6.1). */
export const bankAccountTypes = ['checking', 'savings', 'general-ledger', 'loan'] as const;

export type BankAccountType = (typeof bankAccountTypes)[number];

const funding = routesOf('funding-sources', 'funding');
const fundingOfBalances = routesOf('transfers', 'funding');
const transactions = routesOf('transfers', 'transactions');

/** 10,000 postings as CSV need less than half of this. */
const STATEMENT_BYTES_MAX = 4 * 1_024 * 1_024;

/** The posted balance at the beginning or the end of a statement's period. */
const balanceThen = z.object({ revision: count, balance: usd });

export const fundingSourceResources = {
  'funding-source': defineResource({
    attributes: z.object({
      id,
      status: z.enum(['unverified', 'verified']),
      type: z.enum(['bank', 'balance']),
      bankAccountType: z.enum(bankAccountTypes).optional(),
      name: text('name'),
      created: time,
      removed: z.boolean(),
      channels: z
        .array(z.enum(['ach', 'wire']))
        .readonly()
        .optional(),
      bankName: text('name').optional(),
      lastFour: text('account-number').optional(),
      fingerprint: text('account-number').optional(),
      /** Set for banks that were linked by a log-in at the bank. */
      iavAccountHolders: z.object({ selected: text('name'), other: z.array(text('name')).readonly() }).optional(),
    }),
    listLinks: ['account', 'customer'],
    links: {
      account: 'account',
      customer: 'customer',
      balance: 'balance',
      edit: 'write',
      statement: 'statement',
      remove: 'write',
      'with-available-balance': 'funding-source',
      'transfer-send': 'write',
      'transfer-receive': 'write',
      'transfer-from-balance': 'write',
      'transfer-to-balance': 'write',
      'initiate-micro-deposits': 'write',
      'verify-micro-deposits': 'write',
      'failed-verification-micro-deposits': 'micro-deposits',
    },
    example: {
      attributes: {
        status: 'verified',
        type: 'bank',
        bankAccountType: 'checking',
        name: 'Checking',
        created,
        removed: false,
        channels: ['ach'],
        bankName: 'Sandbox Bank',
        lastFour: '6789',
      },
      links: { customer, 'transfer-send': to('createTransfer'), remove: bank },
    },
  }),
  balance: defineResource({
    attributes: z.object({ balance: usd, total: usd, lastUpdated: time }),
    links: { 'funding-source': 'funding-source' },
    example: {
      attributes: { balance: dollars('4775.00'), total: dollars('5000.00'), lastUpdated: later },
      links: { 'funding-source': bank },
    },
  }),
  statement: defineResource({
    attributes: z.object({
      source: halLink,
      account: halLink,
      from: time,
      to: time,
      made: time,
      opening: balanceThen,
      closing: balanceThen,
      postings: z
        .array(z.object({ revision: count, at: time, amount: usd, balance: usd, transfer: halLink }))
        .readonly(),
    }),
    linksInPlace: true,
    links: { 'funding-source': 'funding-source', account: 'account' },
    example: {
      attributes: {
        source: inPlace(`/funding-sources/${exampleIds.balance}`, 'funding-source'),
        account: inPlace(`/accounts/${exampleIds.account}`, 'account'),
        from: created,
        to: later,
        made: later,
        opening: { revision: 0, balance: dollars('0.00') },
        closing: { revision: 1, balance: dollars('225.00') },
        postings: [
          {
            revision: 1,
            at: created,
            amount: dollars('225.00'),
            balance: dollars('225.00'),
            transfer: inPlace(`/transfers/${exampleIds.transfer}`, 'transfer'),
          },
        ],
      },
      links: { 'funding-source': to('funding-source', exampleIds.balance), account },
    },
  }),
  'balance-inquiry': defineResource({
    attributes: z.object({ status: z.literal('processing') }),
    links: { 'funding-source': 'funding-source' },
    resourceType: 'balance',
    example: { attributes: { status: 'processing' }, links: { 'funding-source': bank } },
  }),
  'micro-deposits': defineResource({
    attributes: z.object({
      created: time,
      status: z.enum(['pending', 'processed', 'failed']),
      attemptsLeft: count.optional(),
      failure: z.object({ code: text('kept'), description: text('kept') }).optional(),
    }),
    links: { 'verify-micro-deposits': 'write' },
    example: { attributes: { created, status: 'processed', attemptsLeft: 3 } },
  }),
  'on-demand-authorization': defineResource({
    attributes: z.object({ bodyText: text('kept'), buttonText: text('kept') }),
    links: {},
    example: {
      attributes: {
        bodyText: 'I agree that future payments are taken from my account.',
        buttonText: 'Agree & Continue',
      },
    },
  }),
  'partner-token': defineResource({
    attributes: z.object({ partnerToken: text('token'), expires: time }),
    links: {},
    example: { attributes: { partnerToken: 'processor-sandbox-1', expires: later } },
  }),
};

const { made, pages, resource, unfinished, whole } = answersOf(fundingSourceResources);

export const fundingSourceRoutes = {
  createCustomerFundingSource: funding.post('/customers/:id/funding-sources', {
    category: 'writes',
    description: 'Adds a bank of a customer: by its numbers, or by a token of a linking provider.',
    answers: [made('funding-source')],
    refuses: ofNewBanks,
  }),
  listCustomerFundingSources: funding.get('/customers/:id/funding-sources', {
    description: 'Lists the banks of a customer, and its balance.',
    answers: [whole('funding-source')],
  }),
  createAccountFundingSource: funding.post('/funding-sources', {
    category: 'writes',
    description: 'Adds a bank of the account: by its numbers, or by a token of a linking provider.',
    offeredBy: { lists: { listAccountFundingSources: {} } },
    answers: [made('funding-source')],
    refuses: ofNewBanks,
  }),
  listFundingSources: funding.get('/funding-sources', {
    description: 'Lists the banks and balances of the account and of all its customers, the newest first.',
    answers: [pages('funding-source')],
  }),
  listAccountFundingSources: funding.get('/accounts/:id/funding-sources', {
    description: 'Lists the banks of the account, and its balance.',
    answers: [whole('funding-source')],
  }),
  getFundingSource: funding.get('/funding-sources/:id', {
    description: 'Returns a bank or a balance. Its links say what can be done with it now.',
    answers: [resource('funding-source')],
  }),
  updateFundingSource: funding.post('/funding-sources/:id', {
    category: 'writes',
    description: 'Renames a bank, corrects the numbers of one that is not verified, or removes it.',
    offeredBy: {
      resources: {
        'funding-source': {
          edit: {
            asks: ['name'],
            asksWhile: {
              attribute: 'status',
              is: 'unverified',
              fields: ['routingNumber', 'accountNumber', 'bankAccountType'],
            },
          },
          remove: { sends: { removed: true }, asks: [] },
        },
      },
    },
    answers: [resource('funding-source')],
    refuses: ['DuplicateResource', 'InvalidResourceState'],
  }),
  getBalance: fundingOfBalances.get('/funding-sources/:id/balance', {
    description:
      'Returns the available and the total balance. For a bank it asks its provider, and answers 202 until the provider has answered.',
    routedBy: { param: 'id' },
    answers: [resource('balance'), unfinished('balance-inquiry')],
    refuses: ofBalances,
  }),
  getStatement: transactions.get('/funding-sources/:id/statement', {
    description:
      'Returns all that was posted to a balance in a period, with the balance after each posting and at both ends: as JSON, or as CSV.',
    kind: 'raw',
    gives: ['text/csv'],
    orJson: true,
    limits: { bytesOut: STATEMENT_BYTES_MAX, inFlightMax: 8, ofOneCallerMax: 2 },
    answers: [resource('statement')],
  }),
  startOrVerifyMicroDeposits: funding.post('/funding-sources/:id/micro-deposits', {
    category: 'moves money',
    description: 'Without amounts it sends two micro-deposits to a bank. With the two amounts it verifies the bank.',
    offeredBy: {
      resources: {
        'funding-source': { 'initiate-micro-deposits': { asks: [] }, 'verify-micro-deposits': { requiresAll: true } },
        'micro-deposits': { 'verify-micro-deposits': { requiresAll: true } },
      },
    },
    answers: [made('micro-deposits'), resource('micro-deposits')],
    refuses: ['InvalidResourceState', 'MaxNumberOfResources', 'TryAgainLater'],
  }),
  getMicroDeposits: funding.get('/funding-sources/:id/micro-deposits', {
    description: 'Returns the state of the micro-deposits of a bank.',
    answers: [resource('micro-deposits')],
  }),
  createOnDemandAuthorization: funding.post('/on-demand-authorizations', {
    category: 'writes',
    description: 'Returns the text by which a customer agrees to future payments from its bank.',
    takes: [],
    answers: [resource('on-demand-authorization')],
    refuses: ['Forbidden'],
  }),
  getOnDemandAuthorization: funding.get('/on-demand-authorizations/:id', {
    description: 'Returns the text by which a customer agreed to future payments from its bank.',
    answers: [resource('on-demand-authorization')],
  }),
  createPartnerToken: funding.post('/sandbox-partner-tokens', {
    category: 'writes',
    description: 'Issues a token for a bank, as a linking provider would.',
    sandboxOnly: true,
    answers: [resource('partner-token')],
  }),
};

declare module '../kernel/rows/registry.js' {
  interface ResourceRows extends Readonly<typeof fundingSourceResources> {}
  interface RouteRows extends Readonly<typeof fundingSourceRoutes> {}
}
