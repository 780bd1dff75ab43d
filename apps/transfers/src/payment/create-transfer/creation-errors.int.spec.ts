import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { FundingSourceFact } from '@halyard/contracts/funding-sources';
import { defaultAccountSettings, type PartyFact } from '@halyard/contracts/parties';
import { newId } from '@halyard/core';
import { startTestService, type TestService } from '@halyard/testing';
import { notHere, ROWS, situations } from '../../../test/creation-errors.js';
import { faultsOf, World } from '../../../test/world.js';
import { transfersService } from '../../transfers.module.js';

/** What a case is made of: everyone has money, nothing is forbidden. */
interface Parties {
  readonly world: World;
  readonly customer: PartyFact;
  readonly bank: FundingSourceFact;
  readonly balance: FundingSourceFact;
  /** Of the account. */
  readonly target: FundingSourceFact;
}

type Answer = ReturnType<World['post']>;
type Case = readonly [situation: string, name: string, post: (given: Parties) => Answer];

const linkTo = (kind: string, id: string) => ({ href: `/${kind}/${id}` });
const fee = (value: unknown, kind = 'customers', id = newId()) => ({
  _links: { 'charge-to': linkTo(kind, id) },
  amount: { value, currency: 'USD' },
});
const nowhere = () => ({ fundingSourceId: newId() });

const withFee =
  (value: unknown) =>
  ({ world, customer, bank, target }: Parties): Answer =>
    world.post(bank, target, '10.00', { fees: [fee(value, 'customers', customer.partyId)] });
const withAmount =
  (amount: unknown) =>
  ({ world, bank, target }: Parties): Answer =>
    world.post(bank, target, '', { amount });
const withFields =
  (extra: object) =>
  ({ world, bank, target }: Parties): Answer =>
    world.post(bank, target, '1.00', { ...extra });
const from =
  (owner: Partial<PartyFact>, over: Partial<FundingSourceFact> = {}, value = '1.00') =>
  ({ world, target }: Parties): Answer =>
    world.post(world.source(world.customer(owner), 'bank', over), target, value);
const to =
  (owner: Partial<PartyFact>, over: Partial<FundingSourceFact> = {}) =>
  ({ world, balance }: Parties): Answer =>
    world.post(balance, world.source(world.customer(owner), 'bank', over), '1.00');
const withSettings =
  (settings: object, over: Partial<FundingSourceFact>, extra: { readonly [field: string]: unknown } = {}) =>
  async ({ world: { service } }: Parties) => {
    const world = new World(service);
    world.tellParty({ ...world.account, settings: { ...defaultAccountSettings, ...settings } });
    return world.post(world.source(world.account, 'balance'), world.source(world.account, 'bank', over), '1.00', extra);
  };

const UNVERIFIED = { type: 'unverified', status: 'unverified' } as const;
const WIRE = { channels: ['wire'] } satisfies Partial<FundingSourceFact>;

const cases: readonly Case[] = [
  ['source not found', 'no such', ({ world, target }) => world.post(nowhere(), target, '1.00')],
  ['source unverified, removed, wrong kind', 'unverified', from({}, { status: 'unverified' })],
  ['source unverified, removed, wrong kind', 'removed', from({}, { removed: true })],
  ['source unverified, removed, wrong kind', 'a wire', from({}, WIRE)],
  ['sender suspended, deactivated, not certified, over weekly limit', 'suspended', from({ status: 'suspended' })],
  ['sender suspended, deactivated, not certified, over weekly limit', 'deactivated', from({ status: 'deactivated' })],
  ['sender suspended, deactivated, not certified, over weekly limit', 'in question', from({ status: 'document' })],
  [
    'sender suspended, deactivated, not certified, over weekly limit',
    'owners not certified in time',
    from({ type: 'business', maySendUntil: '1970-01-01T00:00:00.000Z' }),
  ],
  ['sender suspended, deactivated, not certified, over weekly limit', 'over it', from(UNVERIFIED, {}, '5000.01')],
  ['destination not found', 'no such', ({ world, bank }) => world.post(bank, nowhere(), '1.00')],
  ['destination unusable or removed', 'removed', to(UNVERIFIED, { removed: true })],
  ['receiver suspended/deactivated', 'suspended', to({ status: 'suspended' })],
  ['receiver suspended/deactivated', 'deactivated', to({ status: 'deactivated' })],
  [
    'pair of party types not allowed',
    'unverified to unverified',
    ({ world }) =>
      world.post(
        world.source(world.customer(UNVERIFIED), 'bank'),
        world.source(world.customer(UNVERIFIED), 'bank'),
        '1.00',
      ),
  ],
  ['source and destination the same source', 'a balance', ({ world, balance }) => world.post(balance, balance, '1.00')],
  [
    'destination party has no bank',
    'a customer',
    ({ world, balance }) => {
      const destination = linkTo('customers', world.customer(UNVERIFIED).partyId);
      const source = linkTo('funding-sources', balance.fundingSourceId);
      return world.post(balance, balance, '1.00', { _links: { source, destination } });
    },
  ],
  ['over the transaction limit', 'by a cent', from({}, {}, '10000.01')],
  ...['ten', '0.00', '-1.00', '1.001'].map((value): Case => [
    'unparsable, zero, negative',
    value,
    withAmount({ value, currency: 'USD' }),
  ]),
  [
    'missing parts: source',
    'none',
    ({ world, target }) =>
      world.post(target, target, '1.00', {
        _links: { destination: linkTo('funding-sources', target.fundingSourceId) },
      }),
  ],
  [
    'missing parts: destination',
    'none',
    ({ world, bank }) =>
      world.post(bank, bank, '1.00', { _links: { source: linkTo('funding-sources', bank.fundingSourceId) } }),
  ],
  ['missing parts: amount', 'none', withAmount(undefined)],
  ['missing parts: value', 'none', withAmount({ currency: 'USD' })],
  ['missing parts: currency', 'none', withAmount({ value: '1.00' })],
  ['currency not USD', 'euros', withAmount({ value: '1.00', currency: 'EUR' })],
  ['balance too low', 'by a cent', ({ world, balance, target }) => world.post(balance, target, '100.01')],
  [
    'balance too low',
    'with the fee that is held beside it',
    ({ world, customer, balance, target }) =>
      world.post(balance, target, '100.00', { fees: [fee('0.01', 'customers', customer.partyId)] }),
  ],
  ['metadata bad', 'a list', withFields({ metadata: ['a'] })],
  ['fee account unknown', 'no such', withFields({ fees: [fee('0.10')] })],
  ['fees above 50 %', 'by a cent', withFee('5.01')],
  ['fee below 0.01', 'zero', withFee('0.00')],
  [
    'fee charge-to not a party',
    'another customer',
    ({ world, bank, target }) =>
      world.post(bank, target, '1.00', { fees: [fee('0.10', 'customers', world.customer().partyId)] }),
  ],
  ['fee amount unparsable', 'text', withFee('ten')],
  [
    'same-day not enabled',
    'asked for',
    withSettings({ sameDayClearing: false }, {}, { clearing: { destination: 'next-available' } }),
  ],
  ['correlationId bad', 'a blank', withFields({ correlationId: 'a b' })],
  ['wire not enabled', 'asked for', withSettings({ wires: false }, WIRE)],
  ['wire source is not a balance of the same owner', "somebody else's", to({}, WIRE)],
  [
    'wire source is not a balance of the same owner',
    'a bank',
    ({ world, customer, bank }) => world.post(bank, world.source(customer, 'bank', WIRE), '1.00'),
  ],
  [
    'withdrawal: removed destination',
    'removed',
    ({ world, customer, balance }) => world.post(balance, world.source(customer, 'bank', { removed: true }), '1.00'),
  ],
  [
    'withdrawal: account restricted',
    'suspended',
    ({ world: { service } }) => {
      const world = new World(service);
      const account: PartyFact = { ...world.account, status: 'suspended' };
      world.tellParty(account);
      return world.post(world.source(account, 'balance'), world.source(account, 'bank'), '1.00');
    },
  ],
];

const expected = new Map(situations.map(([situation, code, path]) => [situation, `${code} ${path}`]));

describe('what a transfer is refused for (reference facts 7.2)', () => {
  let service: TestService;
  let given: Parties;
  beforeAll(async () => {
    service = await startTestService(transfersService);
    const world = new World(service);
    const customer = world.customer();
    const balance = await world.fundedBalance(customer, '100.00');
    const target = world.source(world.account, 'balance');
    given = { world, customer, bank: world.source(customer, 'bank'), balance, target };
  });
  afterAll(() => service.stop());

  it('has a case for each row that applies', () => {
    expect(situations.length + Object.keys(notHere).length).toBe(ROWS);
    expect([...new Set(cases.map(([situation]) => situation))].sort()).toEqual([...expected.keys()].sort());
  });

  it.each(cases)('%s: %s', async (situation, _, post) =>
    expect(faultsOf(await post(given))).toEqual([expected.get(situation)]),
  );

  it('says all that is wrong with a body in one answer, fees included', async () => {
    const { world, bank, target } = given;
    const amount = { value: '10.00', currency: 'EUR' };
    const answer = await world.post(bank, target, '', { amount, fees: [fee('x'), fee('9')], correlationId: '' });
    expect(faultsOf(answer)).toEqual([
      'Invalid /amount/currency',
      'InvalidFormat /correlationId',
      'Invalid /fees/0/amount/value',
      'Invalid /fees',
    ]);
  });

  it('says all that is wrong between its parties in one answer', async () => {
    const { world } = given;
    const sender = world.customer({ status: 'suspended' });
    const receiver = world.customer({ status: 'deactivated' });
    const fees = [fee('0.10'), fee('0.10', 'customers', world.customer().partyId)];
    const answer = await world.post(world.source(sender, 'bank'), world.source(receiver, 'bank'), '10000.01', { fees });
    expect(faultsOf(answer)).toEqual([
      'Restricted /_links/source/href',
      'Restricted /_links/destination/href',
      'Invalid /amount/value',
      'Invalid /fees/0/_links/charge-to/href',
      'Invalid /fees/1/_links/charge-to/href',
    ]);
  });
});
