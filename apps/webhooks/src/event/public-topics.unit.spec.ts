import { describe, expect, it } from '@jest/globals';
import type { CloudEvent, Topic } from '@halyard/contracts';
import { customersEvents } from '@halyard/contracts/customers';
import { fundingSourcesEvents } from '@halyard/contracts/funding-sources';
import { parseEvent } from '@halyard/contracts/topics';
import { transfersEvents } from '@halyard/contracts/transfers';
import { newId } from '@halyard/core';
import { publicEventsOf } from './public-topics.js';

const accountId = newId();
const alice = newId();
const bob = newId();

const told = (topic: Topic, type: string, data: object): CloudEvent =>
  parseEvent(topic, {
    specversion: '1.0',
    id: newId(),
    source: topic,
    type,
    subject: 'x',
    time: '2026-03-02T15:00:00.123Z',
    datacontenttype: 'application/json',
    accountid: accountId,
    partitionkey: 'x',
    sequence: 1,
    data,
  });

const fact = { partyId: alice, accountId, kind: 'customer', type: 'personal', status: 'verified', version: 1 };
const party = { customerId: alice, fact };
const source = (ownerKind: string, ownerId: string) => ({
  fundingSourceId: bob,
  ownerKind,
  ownerId,
  fact: {
    fundingSourceId: bob,
    accountId,
    ownerKind,
    ownerId,
    type: 'bank',
    status: 'verified',
    removed: false,
    channels: ['ach'],
    version: 1,
  },
});
const side = (ownerKind: string, ownerId: string) => ({ ownerKind, ownerId, fundingSourceId: newId() });
const transfer = (leg: string, from: object, to: object) => ({
  transferId: newId(),
  paymentId: newId(),
  leg,
  amountMinor: '100',
  source: from,
  destination: to,
});

describe('what customers tell', () => {
  it.each([
    ['customer-created', 'customer_created'],
    ['customer-verified', 'customer_verified'],
    ['customer-reverification-needed', 'customer_reverification_needed'],
    ['customer-verification-document-needed', 'customer_verification_document_needed'],
    ['customer-suspended', 'customer_suspended'],
    ['customer-deactivated', 'customer_deactivated'],
    ['customer-activated', 'customer_activated'],
  ])('%s becomes %s of the customer', (type, topic) => {
    const [event, ...more] = publicEventsOf(
      told('customers.events.v1', `customers.${type}.v1`, { ...party, from: 'verified' }),
    );
    expect(more).toEqual([]);
    expect(event).toEqual({
      id: expect.any(String),
      accountId,
      customerId: alice,
      topic,
      resourceKind: 'customer',
      resourceId: alice,
      resourceVersion: 1,
      createdAt: new Date('2026-03-02T15:00:00.123Z'),
    });
  });
});

describe('what customers tell of beneficial owners', () => {
  it.each([
    ['created', 'customer_beneficial_owner_created'],
    ['verified', 'customer_beneficial_owner_verified'],
    ['reverification-needed', 'customer_beneficial_owner_reverification_needed'],
    ['verification-document-needed', 'customer_beneficial_owner_verification_document_needed'],
    ['removed', 'customer_beneficial_owner_removed'],
  ])('%s becomes %s, about the owner and of the customer', (type, topic) => {
    const data = { ...party, beneficialOwnerId: bob };
    expect(publicEventsOf(told('customers.events.v1', `customers.beneficial-owner-${type}.v1`, data))).toMatchObject([
      { topic, customerId: alice, resourceKind: 'beneficial-owner', resourceId: bob },
    ]);
  });

  it.each(['uploaded', 'approved', 'failed'])('a document that was %s is told, about the document', (step) => {
    const documentId = newId();
    const type = `customers.beneficial-owner-verification-document-${step}.v1`;
    const data = { ...party, beneficialOwnerId: bob, documentId };
    const topic = `customer_beneficial_owner_verification_document_${step}`;
    expect(publicEventsOf(told('customers.events.v1', type, data))).toMatchObject([
      { topic, customerId: alice, resourceKind: 'document', resourceId: documentId },
    ]);
  });
});

it('has no version of a resource that another service than its owner told of', () => {
  const below = { ownerKind: 'customer', ownerId: alice, fundingSourceId: newId() };
  expect(publicEventsOf(told('transfers.events.v1', 'transfers.balance-went-negative.v1', below))).toMatchObject([
    { topic: 'customer_funding_source_negative', resourceId: below.fundingSourceId, resourceVersion: null },
  ]);
});

it('stays in the trace of what was told', () => {
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  const event = told('customers.events.v1', 'customers.customer-created.v1', party);
  expect(publicEventsOf({ ...event, traceparent })).toMatchObject([{ traceparent }]);
});

describe('what funding-sources tell', () => {
  it.each([
    ['funding-source-added', 'funding_source_added'],
    ['funding-source-verified', 'funding_source_verified'],
    ['funding-source-unverified', 'funding_source_unverified'],
    ['funding-source-updated', 'funding_source_updated'],
    ['funding-source-removed', 'funding_source_removed'],
    ['micro-deposits-added', 'microdeposits_added'],
    ['micro-deposits-completed', 'microdeposits_completed'],
    ['micro-deposits-failed', 'microdeposits_failed'],
    ['micro-deposits-exhausted', 'microdeposits_maxattempts'],
  ])('%s becomes %s, with customer_ before it for a customer', (type, topic) => {
    const eventsOf = (data: object) =>
      publicEventsOf(told('funding-sources.events.v1', `funding-sources.${type}.v1`, data));
    expect(eventsOf(source('account', accountId))).toMatchObject([
      { topic, customerId: null, resourceKind: 'funding-source', resourceId: bob },
    ]);
    expect(eventsOf(source('customer', alice))).toMatchObject([{ topic: `customer_${topic}`, customerId: alice }]);
  });
});

describe('what transfers tell', () => {
  const account = side('account', accountId);
  const [fromAlice, toBob] = [side('customer', alice), side('customer', bob)];

  it.each([
    ['bank', 'the owner alone', fromAlice, side('customer', alice), [['customer_bank_transfer_', alice]]],
    ['bank', 'the account as owner', account, side('account', accountId), [['bank_transfer_', null]]],
    [
      'party',
      'sender and receiver, in that order',
      fromAlice,
      toBob,
      [
        ['customer_transfer_', alice],
        ['customer_transfer_', bob],
      ],
    ],
    [
      'party',
      'each by its own kind',
      account,
      toBob,
      [
        ['transfer_', null],
        ['customer_transfer_', bob],
      ],
    ],
    [
      'party',
      'each by its own kind',
      toBob,
      account,
      [
        ['customer_transfer_', bob],
        ['transfer_', null],
      ],
    ],
    ['party', 'one who is both once', fromAlice, side('customer', alice), [['customer_transfer_', alice]]],
  ])('of a %s leg goes to %s', (leg, _, from, to, expected) => {
    for (const step of ['created', 'completed']) {
      const data = transfer(leg, from, to);
      const events = publicEventsOf(told('transfers.events.v1', `transfers.transfer-${step}.v1`, data));
      expect(events.map(({ topic, customerId }) => [topic, customerId])).toEqual(
        expected.map(([prefix, customer]) => [`${prefix}${step}`, customer]),
      );
      expect(events.every(({ resourceId }) => resourceId === data.transferId)).toBe(true);
    }
  });
});

describe('the id of a public event', () => {
  const event = told('transfers.events.v1', 'transfers.transfer-created.v1', {
    ...transfer('party', side('customer', alice), side('customer', bob)),
  });

  it('is the same when the event is told again', () => {
    expect(publicEventsOf(event)).toEqual(publicEventsOf(event));
  });

  it('is another one for each party', () => {
    expect(new Set(publicEventsOf(event).map(({ id }) => id)).size).toBe(2);
  });
});

/** Whoever named wrong amounts, changed a customer, certified its owners or erased it knows from the answer. */
const unheard = [
  'funding-sources.micro-deposits-attempted.v1',
  'customers.customer-updated.v1',
  'customers.beneficial-ownership-certified.v1',
  'customers.customer-erased.v1',
];

it('knows a public topic for every other event of customers, funding sources and transfers', () => {
  for (const { topic, schemas } of [customersEvents, fundingSourcesEvents, transfersEvents]) {
    for (const type of Object.keys(schemas).filter((name) => !unheard.includes(name))) {
      const data = {
        ...party,
        beneficialOwnerId: bob,
        ...source('customer', alice),
        ...transfer('bank', side('customer', alice), side('customer', alice)),
        from: 'verified',
        documentId: bob,
        fact: topic === 'customers.events.v1' ? fact : source('customer', alice).fact,
      };
      expect(publicEventsOf(told(topic, type, data)).map((event) => event.topic)).toEqual([expect.any(String)]);
    }
  }
});

it.each([
  [
    'a wrong attempt',
    'funding-sources.events.v1',
    'funding-sources.micro-deposits-attempted.v1',
    source('customer', alice),
  ],
  [
    'an account that was opened',
    'auth.events.v1',
    'auth.account-opened.v1',
    { accountId, fact: { ...fact, kind: 'account', type: 'account' } },
  ],
  [
    'settings of an account',
    'auth.events.v1',
    'auth.account-settings-changed.v1',
    { accountId, fact: { ...fact, kind: 'account', type: 'account' } },
  ],
  [
    'settings of an application',
    'auth.events.v1',
    'auth.application-settings-changed.v1',
    { accountId, applicationId: accountId, origins: [], fact: { ...fact, kind: 'account', type: 'account' } },
  ],
  [
    'an application of an account',
    'auth.events.v1',
    'auth.application-created.v1',
    { accountId, applicationId: accountId, kind: 'server', fact: { ...fact, kind: 'account', type: 'account' } },
  ],
  [
    'a person of an account',
    'auth.events.v1',
    'auth.person-joined.v1',
    { accountId, personId: accountId, role: 'owner', fact: { ...fact, kind: 'account', type: 'account' } },
  ],
])('nothing public comes of %s', (_, topic, type, data) => {
  expect(publicEventsOf(told(topic as Topic, type, data))).toEqual([]);
});
