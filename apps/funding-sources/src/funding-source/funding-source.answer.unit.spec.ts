import { describe, expect, it } from '@jest/globals';
import type { PartyFact } from '@halyard/contracts/parties';
import { newId } from '@halyard/core';
import { aBank } from '../../test/a-bank.js';
import type { MicroDeposits } from './micro-deposits.model.js';
import { actionsOf, fundingSourceAnswer } from './funding-source.answer.js';
import type { FundingSource } from './funding-source.entity.js';

const accountId = newId();
const ownerId = newId();
const id = newId();

const partyOf = (type: PartyFact['type'], status: PartyFact['status']): PartyFact => ({
  partyId: ownerId,
  accountId,
  kind: type === 'account' ? 'account' : 'customer',
  type,
  status,
  version: 1,
});
const account = partyOf('account', 'verified');
const verified = partyOf('personal', 'verified');
const unverified = partyOf('unverified', 'unverified');
const receiveOnly = partyOf('receive-only', 'unverified');
const suspended = partyOf('personal', 'suspended');
const inQuestion = partyOf('personal', 'retry');
const sendsUntil = (maySendUntil: string): PartyFact => ({ ...partyOf('business', 'verified'), maySendUntil });
const uncertified = sendsUntil('2026-02-01T00:00:00.000Z');
const inGrace = sendsUntil('2026-02-01T00:00:00.001Z');

const bank = aBank({ id, accountId, ownerId });
const proven: FundingSource = { ...bank, status: 'verified' };
const deposits: MicroDeposits = {
  status: 'pending',
  created: '2026-01-01T00:00:00.000Z',
  amounts: '',
  wrongAttempts: 0,
  paymentId: newId(),
};
const wire: FundingSource = { ...bank, channel: 'wire' };
const balance: FundingSource = {
  ...proven,
  type: 'balance',
  name: 'Balance',
  bankAccountType: null,
  bankName: null,
  routingNumber: null,
  accountNumber: null,
  fingerprint: null,
  channel: null,
};

const at = new Date('2026-02-01');
const relationsOf = (source: FundingSource, owner: PartyFact): string[] =>
  Object.entries(actionsOf(source, owner, at))
    .flatMap(([relation, target]) => (target ? [relation] : []))
    .sort();

/** The relations of reference facts, section 6.3, beside `self` and the owner. */
const relations = [
  'edit',
  'remove',
  'balance',
  'with-available-balance',
  'transfer-from-balance',
  'transfer-to-balance',
  'transfer-send',
  'transfer-receive',
  'initiate-micro-deposits',
  'verify-micro-deposits',
  'failed-verification-micro-deposits',
];

describe('what can be done with a source', () => {
  const withBalance = ['transfer-from-balance', 'transfer-to-balance'];
  const sets: readonly (readonly [string, FundingSource, PartyFact, readonly string[]])[] = [
    ['a new bank', bank, unverified, ['edit', 'initiate-micro-deposits', 'remove', 'transfer-receive']],
    [
      'a new bank of a holder',
      bank,
      verified,
      ['edit', 'initiate-micro-deposits', 'remove', 'transfer-from-balance', 'transfer-receive'],
    ],
    ['a verified bank', proven, unverified, ['balance', 'edit', 'remove', 'transfer-receive', 'transfer-send']],
    [
      'a verified bank of a holder',
      proven,
      verified,
      ['balance', 'edit', 'remove', 'transfer-receive', 'transfer-send', ...withBalance],
    ],
    [
      'a verified bank of the account',
      proven,
      account,
      ['balance', 'edit', 'remove', 'transfer-receive', 'transfer-send', ...withBalance],
    ],
    [
      'a verified bank of one who only receives',
      proven,
      receiveOnly,
      ['balance', 'edit', 'remove', 'transfer-receive'],
    ],
    ['a verified bank of one whose identity is in question', proven, inQuestion, ['balance', 'edit', 'remove']],
    ['a bank of a suspended customer', bank, suspended, ['edit', 'remove']],
    [
      'a bank with deposits on their way',
      { ...bank, microDeposits: deposits },
      unverified,
      ['edit', 'remove', 'transfer-receive', 'verify-micro-deposits'],
    ],
    [
      'a bank with deposits',
      { ...bank, microDeposits: { ...deposits, status: 'processed' } },
      unverified,
      ['edit', 'remove', 'transfer-receive', 'verify-micro-deposits'],
    ],
    [
      'a bank after three wrong attempts',
      { ...bank, microDeposits: { ...deposits, status: 'failed', failure: 'TooManyAttempts', wrongAttempts: 3 } },
      unverified,
      ['edit', 'failed-verification-micro-deposits', 'remove', 'transfer-receive'],
    ],
    ['a wire source', wire, verified, ['edit', 'remove', 'transfer-from-balance', 'transfer-receive']],
    ['a wire source of a suspended customer', wire, suspended, ['edit', 'remove']],
    ['a wire source of an uncertified company', wire, uncertified, ['edit', 'remove']],
    [
      'a verified bank of an uncertified company',
      proven,
      uncertified,
      ['balance', 'edit', 'remove', 'transfer-receive'],
    ],
    [
      'the balance of an uncertified company',
      balance,
      uncertified,
      ['balance', 'statement', 'transfer-receive', 'with-available-balance'],
    ],
    [
      'the balance of a company that has to certify again',
      balance,
      inGrace,
      ['balance', 'statement', 'transfer-receive', 'transfer-send', 'with-available-balance'],
    ],
    ['a removed wire source', { ...wire, removedAt: new Date('2026-01-02') }, verified, []],
    ['a removed bank', { ...proven, removedAt: new Date('2026-01-02') }, verified, []],
    [
      'a balance',
      balance,
      account,
      ['balance', 'statement', 'transfer-receive', 'transfer-send', 'with-available-balance'],
    ],
    ['the balance of a suspended customer', balance, suspended, ['balance', 'statement', 'with-available-balance']],
  ];

  it.each(sets)('%s', (_, source, owner, expected) => {
    expect(relationsOf(source, owner)).toEqual([...expected].sort());
  });

  it('is shown for every relation of the table, and for the statement of a balance', () => {
    expect(new Set(sets.flatMap(([, , , expected]) => expected))).toEqual(new Set([...relations, 'statement']));
    // Beside the row of `self` and the owner, and with `edit`, which is ours.
    expect(relations).toHaveLength(11);
  });
});

describe('the document of a source', () => {
  it('shows a bank and its owner, but no numbers', () => {
    expect(fundingSourceAnswer(bank, { owner: verified, at, lastFour: '6789' })).toMatchObject({
      kind: 'funding-source',
      id,
      attributes: {
        id,
        status: 'unverified',
        type: 'bank',
        bankAccountType: 'checking',
        name: 'My bank',
        created: '2026-01-01T00:00:00.000Z',
        removed: false,
        channels: ['ach'],
        bankName: 'SANDBOX TEST BANK',
        lastFour: '6789',
        fingerprint: 'abc',
      },
      links: { customer: { kind: 'customer', id: ownerId }, 'transfer-receive': { kind: 'createTransfer', id: '' } },
    });
    expect(JSON.stringify(fundingSourceAnswer(bank, { owner: verified, at, lastFour: '6789' }))).not.toContain(
      'Number',
    );
  });

  it('shows a balance without what banks have', () => {
    const { attributes, links } = fundingSourceAnswer(
      { ...balance, ownerKind: 'account' },
      { owner: account, at, lastFour: undefined },
    );
    expect(JSON.parse(JSON.stringify(attributes))).toEqual({
      id,
      status: 'verified',
      type: 'balance',
      name: 'Balance',
      created: '2026-01-01T00:00:00.000Z',
      removed: false,
      channels: [],
    });
    expect(links).toMatchObject({
      account: { kind: 'account', id: ownerId },
      balance: { kind: 'balance', id },
      'with-available-balance': { kind: 'funding-source', id },
    });
  });
});
