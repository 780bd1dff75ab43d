import { describe, expect, it } from '@jest/globals';
import { defaultAccountSettings, type PartyFact } from '@halyard/contracts/parties';
import { usd } from '@halyard/core';
import type { KnownSource } from '../../facts/facts.js';
import { type Eligibility, judge } from './eligibility.js';

const accountId = '0190a000-0000-7000-8000-000000000001';

const party = (n: number, type: PartyFact['type'], status: PartyFact['status']): PartyFact => ({
  partyId: `0190a000-0000-7000-8000-00000000010${n}`,
  accountId,
  kind: type === 'account' ? 'account' : 'customer',
  type,
  status,
  version: 1,
});
const account = party(0, 'account', 'verified');
const verified = party(1, 'personal', 'verified');
const business = party(2, 'business', 'verified');
const unverified = party(3, 'unverified', 'unverified');
const receiveOnly = party(4, 'receive-only', 'unverified');
const otherUnverified = party(5, 'unverified', 'unverified');

let sources = 0;
const fundingSource = (
  owner: PartyFact,
  type: 'bank' | 'balance',
  over: Partial<KnownSource['source']> = {},
): KnownSource => ({
  owner,
  settings: defaultAccountSettings,
  source: {
    fundingSourceId: `0190a000-0000-7000-8000-${String((sources += 1)).padStart(12, '0')}`,
    accountId,
    ownerKind: owner.kind,
    ownerId: owner.partyId,
    type,
    status: 'verified',
    removed: false,
    channels: type === 'bank' ? ['ach'] : [],
    version: 1,
    ...over,
  },
});
const bank = (owner: PartyFact, over?: Partial<KnownSource['source']>): KnownSource =>
  fundingSource(owner, 'bank', over);
const wire = (owner: PartyFact): KnownSource => bank(owner, { channels: ['wire'] });
const balance = (owner: PartyFact): KnownSource => fundingSource(owner, 'balance');

const answerOf = (eligibility: Eligibility): string[] =>
  'flow' in eligibility
    ? [eligibility.flow.legs.map(({ kind }) => kind).join(', ')]
    : eligibility.faults.map(({ code, path, message }) => `${code} ${path} ${published(message)}`);

/** The published message, with which each begins (reference facts 7.2). What to do about it has to follow. */
function published(message: string): string {
  const [first = '', next] = message.split(/(?<=\.) /);
  if (next === undefined) throw new Error(`it says no limit and no next step: ${message}`);
  return first;
}

const at = new Date('2026-03-02T15:00:00.000Z');

const judged = (source: KnownSource | undefined, destination: KnownSource | undefined, minor = 100_00n): string[] =>
  answerOf(judge({ source, destination }, { amount: usd(minor), fees: [], at }));

const forbidden = ['NotAllowed /_links/destination/href Receiver cannot receive from sender.'];
const ended = ['Restricted /_links/source/href Sender restricted.'];
const unusable = ['Invalid /_links/destination/href Invalid destination funding source.'];

describe('what may move', () => {
  it.each([
    ['own bank to own balance', bank(verified), balance(verified), ['bankDebit']],
    ["the account's bank to its balance", bank(account), balance(account), ['bankDebit']],
    ['own balance to own bank', balance(business), bank(business), ['bankCredit']],
    [
      'own balance to own bank that is unverified',
      balance(verified),
      bank(verified, { status: 'unverified' }),
      ['bankCredit'],
    ],
    ["a balance to another holder's", balance(verified), balance(business), ['balanceMove']],
    ["the account's balance to a customer's", balance(account), balance(verified), ['balanceMove']],
    ["a customer's balance to the account's", balance(verified), balance(account), ['balanceMove']],
    ['receive-only to anyone', bank(receiveOnly), balance(account), forbidden],
    ['unverified to unverified', bank(unverified), bank(otherUnverified), forbidden],
    ['unverified to receive-only', bank(unverified), bank(receiveOnly), forbidden],
    ['unverified to its own other bank', bank(unverified), bank(unverified), forbidden],
    ['unverified to a holder', bank(unverified), balance(verified), ['bankDebit']],
    ["unverified to a holder's bank", bank(unverified), bank(verified), ['bankDebit, bankCredit']],
    ['unverified to the account', bank(unverified), balance(account), ['bankDebit']],
    ['holder bank to other holder', bank(verified), balance(business), ['bankDebit, balanceMove']],
    ['holder bank to other holder bank', bank(verified), bank(business), ['bankDebit, balanceMove, bankCredit']],
    ['holder bank to plain bank', bank(verified), bank(receiveOnly), ['bankDebit, bankCredit']],
    ['holder balance to other holder bank', balance(verified), bank(business), ['balanceMove, bankCredit']],
    ['holder balance to plain bank', balance(verified), bank(unverified), ['bankCredit']],
    ['holder bank to own other bank', bank(verified), bank(verified), ['bankDebit, bankCredit']],
    ['own balance to own wire', balance(verified), wire(verified), ['wire']],
    ["the account's balance to its wire", balance(account), wire(account), ['wire']],
    ["own balance to another's wire", balance(verified), wire(business), unusable],
    ["the account's balance to a customer's wire", balance(account), wire(verified), unusable],
    ['own bank to own wire', bank(verified), wire(verified), unusable],
  ])('%s', (_, source, destination, answer) => expect(judged(source, destination)).toEqual(answer));
});

describe('what is refused', () => {
  it('says of both ends when neither is known', () =>
    expect(judged(undefined, undefined)).toEqual([
      'Invalid /_links/source/href Funding source not found.',
      'Invalid /_links/destination/href Receiver not found.',
    ]));

  it.each([
    ['removed', bank(verified, { removed: true })],
    ['unverified', bank(verified, { status: 'unverified' })],
    ['a wire', wire(verified)],
  ])('a source that is %s', (_, source) =>
    expect(judged(source, balance(verified))).toEqual(['Invalid /_links/source/href Invalid funding source.']),
  );

  it('one source on both sides', () => {
    const both = balance(verified);
    expect(judged(both, both)).toEqual([
      'Invalid /_links/destination/href Receiver cannot be the owner of the source funding source.',
    ]);
  });

  it('a party that has nothing to receive with', () =>
    expect(
      answerOf(
        judge(
          { source: balance(verified), destination: { owner: unverified, source: undefined } },
          { amount: usd(1n), fees: [], at },
        ),
      ),
    ).toEqual(['RequiresFundingSource /_links/destination/href Receiver requires a funding source.']));

  it('a destination that was removed', () =>
    expect(judged(balance(verified), bank(verified, { removed: true }))).toEqual([
      'Invalid /_links/destination/href Invalid destination funding source.',
    ]));

  it.each(['suspended', 'deactivated', 'retry', 'document'] as const)('a sender who is %s', (status) =>
    expect(judged(balance(party(6, 'personal', status)), balance(verified))).toEqual([
      'Restricted /_links/source/href Sender restricted.',
    ]),
  );

  it.each([
    ['a moment before', '2026-03-02T15:00:00.001Z', ['balanceMove']],
    ['at the instant', '2026-03-02T15:00:00.000Z', ended],
    ['at the instant, written without milliseconds', '2026-03-02T15:00:00Z', ended],
    ['after it', '2026-03-02T14:59:59.999Z', ended],
    ['at any time', '1970-01-01T00:00:00.000Z', ended],
  ])('a company whose owners are not certified %s', (_, maySendUntil, answer) => {
    const company = { ...business, maySendUntil };
    expect(judged(balance(company), balance(account))).toEqual(answer);
    expect(judged(balance(account), balance(company))).toEqual(['balanceMove']);
  });

  it('an owner on both sides once', () => {
    const owner = party(6, 'personal', 'suspended');
    expect(judged(balance(owner), bank(owner))).toEqual(['Restricted /_links/source/href Sender restricted.']);
  });

  it.each(['suspended', 'deactivated'] as const)('a receiver who is %s', (status) =>
    expect(judged(balance(verified), balance(party(6, 'personal', status)))).toEqual([
      'Restricted /_links/destination/href Receiver restricted.',
    ]),
  );

  it.each(['retry', 'document'] as const)('a receiver whose identity is in question, and says so: %s', (status) => {
    const receiver = party(6, 'personal', status);
    const inQuestion = ['NotAllowed /_links/destination/href Receiver cannot receive before its identity is verified.'];
    for (const source of [balance(account), bank(verified), bank(unverified)]) {
      expect(judged(source, bank(receiver))).toEqual(inQuestion);
    }
    const noBank = { owner: receiver, source: undefined };
    const asked = { amount: usd(1n), fees: [], at };
    expect(answerOf(judge({ source: balance(account), destination: noBank }, asked))).toEqual(inQuestion);
    expect(judged(bank(receiver), bank(receiver))).toEqual(['Restricted /_links/source/href Sender restricted.']);
  });
});

describe('the limit per transfer', () => {
  const over = 'Invalid /amount/value Amount is greater than your transaction limit.';
  it('holds a verified customer', () =>
    expect(judged(balance(verified), balance(account), 10_000_01n)).toEqual([over]));
  it('allows the limit itself', () =>
    expect(judged(balance(verified), balance(account), 10_000_00n)).toEqual(['balanceMove']));
  it('is what is set for the account', () => {
    const source = { ...balance(verified), settings: { ...defaultAccountSettings, transferLimitMinor: '500' } };
    expect(judged(source, balance(account), 500n)).toEqual(['balanceMove']);
    expect(judged(source, balance(account), 501n)).toEqual([over]);
  });
  it('does not hold the account', () =>
    expect(judged(balance(account), balance(verified), 50_000_00n)).toEqual(['balanceMove']));
  it('is said beside other faults', () =>
    expect(judged(balance(verified), undefined, 10_000_01n)).toEqual([
      'Invalid /_links/destination/href Receiver not found.',
      over,
    ]));
});
