import { ref, type relations, type ResourceRef, type resourceShapes, type ShapeName } from '@halyard/contracts';
import type { z } from 'zod';

/** A resource as its owner answers it; the gateway adds the id, and renders the links. */
export interface AnswerExample<Shape extends ShapeName = ShapeName> {
  readonly attributes: Omit<z.input<(typeof resourceShapes)[Shape]>, 'id'>;
  readonly links?: { readonly [Name in (typeof relations)[Shape][number]]?: ResourceRef };
}

export const ids = {
  account: '0195b3a0-0000-7000-8000-0000000000a1',
  application: '0195b3a0-0000-7000-8000-0000000000a2',
  customer: '0195b3a0-0000-7000-8000-0000000000c1',
  bank: '0195b3a0-0000-7000-8000-0000000000b1',
  balance: '0195b3a0-0000-7000-8000-0000000000b2',
  transfer: '0195b3a0-0000-7000-8000-0000000000d1',
  payment: '0195b3a0-0000-7000-8000-0000000000d2',
  subscription: '0195b3a0-0000-7000-8000-0000000000e1',
  webhook: '0195b3a0-0000-7000-8000-0000000000e2',
  event: '0195b3a0-0000-7000-8000-0000000000e3',
  document: '0195b3a0-0000-7000-8000-0000000000f1',
  /** Of whatever has no id above. */
  other: '0195b3a0-0000-7000-8000-000000000001',
} as const;

const account = ref('account', ids.account);
const customer = ref('customer', ids.customer);
const bank = ref('funding-source', ids.bank);
const subscription = ref('webhook-subscription', ids.subscription);

const created = '2026-01-30T14:00:00.000Z';
const later = '2026-02-02T14:30:00.000Z';
const usd = (value: string) => ({ value, currency: 'USD' }) as const;
const linkingToken = { token: 'eyJhbGciOiJkaXIifQ.c2FtcGxl', expires: later };
const heldKey = {
  consumer: 'transfers.customers',
  topic: 'customers.v1',
  key: ids.customer,
  cause: 'ServiceUnavailable',
  attempts: 12,
  waiting: 3,
};
const document = {
  status: 'reviewed',
  type: 'passport',
  created,
  documentVerificationStatus: 'rejected',
  failureReason: 'ScanNotReadable',
  allFailureReasons: [{ reason: 'ScanNotReadable', description: 'The scan is not readable.' }],
} as const;
const attempt = {
  id: ids.other,
  request: { timestamp: created, url: 'https://example.com/webhooks', headers: [] },
  response: { timestamp: created, headers: [{ name: 'content-length', value: '0' }], statusCode: 200 },
  durationMs: 41,
};

/** An answer for each shape. */
export const answerExamples: { readonly [Shape in ShapeName]: AnswerExample<Shape> } = {
  root: { attributes: {}, links: { account, customers: ref('customers'), events: ref('events') } },
  account: {
    attributes: { name: 'Harbor Payments', timezoneOffset: 0, type: 'Commercial' },
    links: { 'funding-sources': ref('account-funding-sources', ids.account), customers: ref('customers') },
  },
  'account-settings': {
    attributes: {
      weeklyLimit: usd('5000.00'),
      transferLimit: usd('10000.00'),
      sameDayClearing: true,
      wires: false,
    },
    links: { account },
  },
  'application-settings': { attributes: { origins: ['https://shop.example'] } },
  customer: {
    attributes: {
      firstName: 'Ada',
      lastName: 'Byron',
      email: 'ada@example.com',
      type: 'personal',
      status: 'verified',
      created,
      address1: '12 Harbor St',
      city: 'Portland',
      state: 'ME',
      postalCode: '04101',
      correlationId: 'order-1',
    },
    links: {
      'funding-sources': ref('customer-funding-sources', ids.customer),
      transfers: ref('customer-transfers', ids.customer),
      send: ref('transfers'),
      receive: ref('transfers'),
      edit: customer,
    },
  },
  'customer-limits': {
    attributes: {
      weekly: { limit: usd('5000.00'), used: usd('225.00'), left: usd('4775.00'), from: created, to: later },
    },
    links: { customer },
  },
  'beneficial-owner': {
    attributes: {
      firstName: 'Mary',
      lastName: 'Shelley',
      address: {
        address1: '2 Elm St',
        city: 'Ames',
        stateProvinceRegion: 'IA',
        postalCode: '50010',
        country: 'US',
      },
      verificationStatus: 'verified',
      created,
    },
  },
  'beneficial-ownership': { attributes: { status: 'certified' } },
  'business-classification': { attributes: { name: 'Entertainment and media' } },
  document: { attributes: document },
  'customer-standing': { attributes: { type: 'personal', status: 'verified' } },
  'document-review': {
    attributes: { ...document, mediaType: 'image/png', size: 348_120, reviewed: later },
    links: { customer, file: ref('document-file', ids.document) },
  },
  erasure: {
    attributes: {
      status: 'pending',
      reason: 'Asked for in writing, case 17.',
      operator: ids.application,
      created,
      confirmations: [{ service: 'customers', at: later }],
      waitsFor: ['funding-sources', 'transfers', 'webhooks'],
    },
    links: { customer },
  },
  'legal-hold': {
    attributes: { reason: 'Court order 17.', operator: ids.application, created },
    links: { customer },
  },
  'document-read': { attributes: { application: ids.application, at: later } },
  'funding-source': {
    attributes: {
      status: 'verified',
      type: 'bank',
      bankAccountType: 'checking',
      name: 'Checking',
      created,
      removed: false,
      channels: ['ach'],
      bankName: 'Sandbox Bank',
    },
    links: { customer, 'transfer-send': ref('transfers'), remove: bank },
  },
  balance: {
    attributes: { balance: usd('4775.00'), total: usd('5000.00'), lastUpdated: later },
    links: { 'funding-source': bank },
  },
  'balance-inquiry': { attributes: { status: 'processing' }, links: { 'funding-source': bank } },
  'on-demand-authorization': {
    attributes: { bodyText: 'I agree that future payments are taken from my account.', buttonText: 'Agree & Continue' },
  },
  'provider-token': { attributes: linkingToken },
  'partner-token': { attributes: { partnerToken: 'processor-sandbox-1', expires: later } },
  'iav-token': { attributes: linkingToken },
  'funding-sources-token': { attributes: linkingToken },
  institution: {
    attributes: {
      name: 'First Harbor Bank',
      fields: [{ name: 'username', label: 'User name', type: 'text' }],
    },
  },
  'linking-session': {
    attributes: {
      step: 'accounts',
      expires: later,
      attemptsLeft: 4,
      institution: { id: ids.other, name: 'First Harbor Bank' },
      accounts: [{ id: 'account-1', name: 'Everyday', bankAccountType: 'checking', mask: '6789', isEligible: true }],
    },
  },
  'linked-funding-source': { attributes: {}, links: { 'funding-source': bank } },
  'micro-deposits': { attributes: { created, status: 'processed', attemptsLeft: 3 } },
  transfer: {
    attributes: { status: 'pending', amount: usd('225.00'), created, correlationId: 'order-1' },
    links: {
      source: customer,
      destination: account,
      'source-funding-source': bank,
      'destination-funding-source': ref('funding-source', ids.balance),
      payment: ref('payment', ids.payment),
      cancel: ref('transfer', ids.transfer),
    },
  },
  payment: {
    attributes: {
      status: 'pending',
      amount: usd('225.00'),
      created,
      expected: [{ transfer: ids.transfer, earliest: later, latest: later }],
      timeline: [{ at: created, event: 'submitted', transfer: ids.transfer }],
    },
    links: { transfer: ref('transfer', ids.transfer) },
  },
  'transfer-failure': {
    attributes: {
      code: 'R01',
      description: 'Insufficient Funds',
      explanation: 'The available balance does not cover the amount of the debit.',
    },
    links: { 'failed-funding-source': bank, customer },
  },
  'sandbox-simulation': { attributes: { total: 2 } },
  'trial-balance': {
    attributes: {
      balanced: true,
      unsettledPayments: 1,
      postedBalances: usd('5000.00'),
      paymentsInTransit: usd('225.00'),
      bankClearingIn: usd('-5225.00'),
      bankClearingOut: usd('0.00'),
      paymentsIn: usd('0.00'),
      paymentsOut: usd('0.00'),
    },
  },
  'webhook-subscription': {
    attributes: {
      url: 'https://example.com/webhooks',
      paused: false,
      created,
      topics: ['transfer_created', 'transfer_completed'],
      strictOrder: false,
    },
    links: { webhooks: ref('subscription-webhooks', ids.subscription) },
  },
  webhook: {
    attributes: {
      topic: 'transfer_completed',
      accountId: ids.account,
      eventId: ids.event,
      subscriptionId: ids.subscription,
      sequence: 17,
      state: 'delivered',
      attempts: [attempt],
    },
    links: { subscription, event: ref('event', ids.event), retry: ref('webhook-retries', ids.webhook) },
  },
  'webhook-retry': {
    attributes: { timestamp: later, state: 'delivered' },
    links: { webhook: ref('webhook', ids.webhook) },
  },
  event: {
    attributes: { created, topic: 'transfer_completed', resourceId: ids.transfer, sequence: 17 },
    links: { resource: ref('transfer', ids.transfer), account },
  },
  replay: {
    attributes: { status: 'running', created, fromSequence: 1, toSequence: 17, queuedTo: 9, events: 9 },
    links: { subscription },
  },
  'parked-key': { attributes: { ...heldKey, state: 'parked', since: created, lastAttempt: later } },
  'parked-key-replay': { attributes: { ...heldKey, outcome: 'done' } },
  'parked-key-skip': {
    attributes: { ...heldKey, outcome: 'done', sequence: 17, reason: 'Corrected by hand, case 17.' },
  },
  'foreign-message': {
    attributes: {
      consumer: 'transfers.customers',
      topic: 'customers.v1',
      reason: 'no event of this suite',
      count: 2,
      first: created,
      last: later,
      lastClaims: { type: 'unknown.v1' },
    },
  },
  'skipped-message': {
    attributes: {
      consumer: 'transfers.customers',
      topic: 'customers.v1',
      reason: 'Corrected by hand, case 17.',
      at: later,
    },
  },
  'read-model': {
    attributes: { name: 'balance-details', sources: ['balance'], state: 'current', lag: 0 },
  },
};
