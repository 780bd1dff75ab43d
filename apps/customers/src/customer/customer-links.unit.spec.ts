import type {} from '@halyard/contracts/beneficial-owners';
import { describe, expect, it } from '@jest/globals';
import { capabilities, maySend } from '@halyard/contracts/parties';
import { newId } from '@halyard/core';
import type { Finding } from './customer.entity.js';
import { NO_OWNERSHIP, UNCERTIFIED } from './ownership.js';
import { type LinkedCustomer, linksOf, offers } from './customer-links.js';

const id = newId();
const now = new Date('2026-03-02T18:00:00.000Z');
const self = { kind: 'customer', id };
const transfers = { kind: 'createTransfer', id: '' };

const customer = (standing: Partial<LinkedCustomer>): LinkedCustomer => ({
  id,
  type: 'personal',
  status: 'verified',
  statusBefore: null,
  businessType: null,
  findings: [],
  ...NO_OWNERSHIP,
  ...standing,
});
const finding = (subject: Finding['subject'], needs: Finding['needs']): Finding => ({ subject, needs, reasons: [] });

const closable = ['deactivate', 'suspend'];
const editable = ['edit', 'edit-form'];
const certifying = ['beneficial-owners', 'certify-beneficial-ownership'];
const money = ['send', 'receive'];

/** Every state of section 2.4 and what it offers beside the lists that are always there. */
const states: readonly (readonly [string, Partial<LinkedCustomer>, readonly string[]])[] = [
  ['unverified', { type: 'unverified', status: 'unverified' }, [...money, ...editable, ...closable]],
  ['receive-only', { type: 'receive-only', status: 'unverified' }, ['receive', ...editable, ...closable]],
  ['verified personal', {}, [...money, ...editable, ...closable]],
  [
    'retry personal',
    { status: 'retry', findings: [finding('person', 'data')] },
    ['retry-verification', ...editable, ...closable],
  ],
  [
    'document personal',
    { status: 'document', findings: [finding('person', 'papers')] },
    ['verify-with-document', ...closable],
  ],
  ...(
    [
      ['its controller', ['controller'], 'verify-with-document'],
      ['itself', ['business'], 'verify-business-with-document'],
      ['both', ['controller', 'business'], 'verify-controller-and-business-with-document'],
    ] as const
  ).map(
    ([whose, subjects, relation]) =>
      [
        `document company, for ${whose}`,
        {
          type: 'business',
          businessType: 'llc',
          status: 'document',
          findings: subjects.map((subject) => finding(subject, 'papers')),
        },
        [relation, ...closable],
      ] as const,
  ),
  [
    'deactivated personal that was to bring papers',
    { status: 'deactivated', statusBefore: 'document', findings: [finding('person', 'papers')] },
    ['reactivate', 'suspend'],
  ],
  ['personal in review', { status: 'document', findings: [finding('person', 'review')] }, closable],
  ['suspended', { status: 'suspended' }, []],
  ['deactivated', { status: 'deactivated', statusBefore: 'verified' }, ['reactivate', 'suspend']],
  [
    'verified sole proprietor',
    { type: 'business', businessType: 'soleProprietorship' },
    [...money, ...editable, ...closable],
  ],
  [
    'verified company, not certified',
    { type: 'business', businessType: 'llc', ...UNCERTIFIED },
    ['receive', ...certifying, 'verify-beneficial-owners', ...editable, ...closable],
  ],
  [
    'verified company, certified',
    { type: 'business', businessType: 'llc', ownership: 'certified' },
    [...money, 'beneficial-owners', ...editable, ...closable],
  ],
  [
    'verified company, certified, with an owner who is not verified',
    { type: 'business', businessType: 'llc', ownership: 'certified', unverifiedOwners: 1 },
    ['receive', 'beneficial-owners', 'verify-beneficial-owners', ...editable, ...closable],
  ],
  [
    'verified company within its grace',
    { type: 'business', businessType: 'llc', ownership: 'recertify', graceEnd: new Date(now.getTime() + 1) },
    [...money, ...certifying, ...editable, ...closable],
  ],
  [
    'verified company at the end of its grace',
    { type: 'business', businessType: 'llc', ownership: 'recertify', graceEnd: now },
    ['receive', ...certifying, 'verify-beneficial-owners', ...editable, ...closable],
  ],
  [
    'suspended company',
    { type: 'business', businessType: 'llc', status: 'suspended', ...UNCERTIFIED },
    ['beneficial-owners'],
  ],
  [
    'retry company, for its controller',
    { type: 'business', businessType: 'llc', status: 'retry', findings: [finding('controller', 'data')] },
    ['retry-verification', 'retry-with-full-ssn', ...editable, ...closable],
  ],
  [
    'retry company, for itself',
    { type: 'business', businessType: 'llc', status: 'retry', findings: [finding('business', 'data')] },
    ['retry-verification', ...editable, ...closable],
  ],
  [
    'deactivated company that was to try again',
    {
      type: 'business',
      businessType: 'llc',
      status: 'deactivated',
      statusBefore: 'retry',
      findings: [finding('controller', 'data')],
    },
    ['reactivate', 'suspend'],
  ],
];

describe('the links of a customer', () => {
  it.each(states)('that is %s', (_, standing, offered) => {
    const expected = ['funding-sources', 'transfers', ...offered].sort();
    expect(Object.keys(linksOf(customer(standing), now)).sort()).toEqual(expected);
  });

  it('are those of section 2.4, but for two', () => {
    /** Forms are for customers; a trade name is no part of an identity that is checked. */
    const notOffered = ['document-form', 'upload-dba-document'];
    const offered = ['self', ...Object.keys(offers)];
    expect(offered.length + notOffered.length).toBe(20);
    expect(offered).toEqual(expect.not.arrayContaining(notOffered));
  });

  it('are each in some state of the table', () => {
    const seen = new Set(states.flatMap(([, , offered]) => offered));
    expect(Object.keys(offers).filter((relation) => !seen.has(relation))).toEqual(['funding-sources', 'transfers']);
  });

  it('lead to its documents', () => {
    const asked = customer({ status: 'document', findings: [finding('person', 'papers')] });
    expect(linksOf(asked, now)).toMatchObject({ 'verify-with-document': { kind: 'listCustomerDocuments', id } });
  });

  it('lead to its lists, to itself and to the transfers', () => {
    expect(linksOf(customer({}), now)).toMatchObject({
      'funding-sources': { kind: 'listCustomerFundingSources', id },
      transfers: { kind: 'listCustomerTransfers', id },
      send: transfers,
      receive: transfers,
      edit: self,
      deactivate: self,
      suspend: self,
    });
  });
});

/** Reference facts, section 2.4, what each status can do: send, receive, banks, edit. */
const abilities: Readonly<Record<string, readonly [Partial<LinkedCustomer>, boolean, string, boolean, boolean]>> = {
  'unverified (unverified type)': [{ type: 'unverified', status: 'unverified' }, true, 'offered', true, true],
  'unverified (receive-only)': [{ type: 'receive-only', status: 'unverified' }, false, 'offered', true, true],
  verified: [{}, true, 'offered', true, true],
  retry: [{ status: 'retry' }, false, 'accepted', true, true],
  document: [{ status: 'document' }, false, 'accepted', true, false],
  suspended: [{ status: 'suspended' }, false, 'refused', false, false],
  deactivated: [{ status: 'deactivated', statusBefore: 'verified' }, false, 'refused', false, false],
};

describe('what a customer can do', () => {
  it.each(Object.entries(abilities))('%s', (_, [standing, ...expected]) => {
    const one = customer(standing);
    const { receive, banks } = capabilities[one.status];
    const links = linksOf(one, now);
    expect([maySend(one), receive, banks, 'edit' in links]).toEqual(expected);
    expect(['send' in links, 'receive' in links]).toEqual([maySend(one), receive === 'offered']);
  });

  it('has every row', () => expect(Object.keys(abilities)).toHaveLength(7));
});
