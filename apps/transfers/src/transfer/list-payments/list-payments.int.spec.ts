import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { CollectionAnswer, ResourceAnswer } from '@halyard/contracts';
import type { BegunMicroDeposits, FundingSourceFact } from '@halyard/contracts/funding-sources';
import type { PartyFact } from '@halyard/contracts/parties';
import { newId } from '@halyard/core';
import { factAnswer, startTestService, type TestService } from '@halyard/testing';
import { customersFind } from '../../../test/customer-searches.js';
import { faultsOf, nameOf, World } from '../../../test/world.js';
import { transfersService } from '../../transfers.module.js';

type Query = Readonly<Record<string, string>>;

async function listIn(world: World, query: Query = {}, path = '/payments'): Promise<CollectionAnswer> {
  const { body } = await world.call('GET', path, { query });
  if (body.type !== 'collection') throw new Error(JSON.stringify(body));
  return body;
}

async function paymentIn(world: World, id: string): Promise<ResourceAnswer> {
  const { body } = await world.call('GET', `/payments/${id}`);
  if (body.type !== 'resource') throw new Error(JSON.stringify(body));
  return body;
}

const idsOf = ({ items }: CollectionAnswer): string[] => items.map(({ id }) => id);

/** `<status> <count> <amount> <fees>` of each row. */
function sumsOf({ attributes }: CollectionAnswer): string[] {
  const sums = attributes?.['sums'] as readonly {
    readonly status: string;
    readonly count: number;
    readonly amount: { readonly value: string };
    readonly fees: { readonly value: string };
  }[];
  return sums.map(({ status, count, amount, fees }) => `${status} ${count} ${amount.value} ${fees.value}`);
}

const feeOf = ({ partyId }: PartyFact, value: string) => ({
  _links: { 'charge-to': { href: `https://api.example/customers/${partyId}` } },
  amount: { value, currency: 'USD' },
});

describe('the list of payments of an account and its customers', () => {
  let service: TestService;
  let world: World;
  let ada: PartyFact;
  let bob: PartyFact;
  let adas: FundingSourceFact;
  let adasBank: FundingSourceFact;
  let bobs: FundingSourceFact;
  let bobsBank: FundingSourceFact;
  let accounts: FundingSourceFact;
  let accountsBank: FundingSourceFact;
  /** By name, oldest first. */
  const ids: Record<string, string> = {};

  beforeAll(async () => {
    service = await startTestService(transfersService);
    world = new World(service);
    [ada, bob] = [world.customer(), world.customer()];
    [adasBank, bobsBank, accountsBank] = [ada, bob, world.account].map((party) => world.source(party, 'bank'));
    [adas, bobs, accounts] = [ada, bob, world.account].map((party) => world.source(party, 'balance'));
    ids['deposit'] = await world.transfer(adasBank, adas, '100.00', { correlationId: 'opening' });
    await world.simulate();
    ids['to bob'] = await world.transfer(adas, bobs, '3.00', { fees: [feeOf(ada, '0.25'), feeOf(bob, '1.00')] });
    ids['to the account'] = await world.transfer(adas, accounts, '2.00');
    ids['withdrawal'] = await world.transfer(accounts, accountsBank, '1.00');
    ids['bank to bank'] = await world.transfer(adasBank, bobsBank, '7.00');
  });
  afterAll(() => service.stop());

  const list = (query?: Query) => listIn(world, query);
  const shown = (page: CollectionAnswer): string[] =>
    idsOf(page).map((id) => Object.keys(ids).find((name) => ids[name] === id) ?? 'unknown');

  it('has each payment once, the newest first', async () => {
    const page = await list();
    expect(shown(page)).toEqual(['bank to bank', 'withdrawal', 'to the account', 'to bob', 'deposit']);
    expect(page).toMatchObject({
      self: { kind: 'listPayments', id: '' },
      of: 'payment',
      total: 5,
      page: { limit: 25, offset: 0, anchor: '5' },
    });
  });

  it('shows each payment as it is by itself, without what is expected and what happened', async () => {
    for (const item of (await list()).items) {
      const { attributes, ...payment } = await paymentIn(world, item.id);
      const { expected, timeline, ...listed } = attributes;
      expect([expected, timeline]).not.toContain(undefined);
      expect(item).toEqual({ ...payment, attributes: listed });
      expect(Object.keys(item.attributes)).not.toContain('timeline');
    }
  });

  it('names the holders of the two funding sources of the request, and adds up the fees', async () => {
    const [transferred, withdrawn] = [
      await paymentIn(world, ids['to bob'] ?? ''),
      await paymentIn(world, ids['withdrawal'] ?? ''),
    ];
    const party = ({ partyId }: PartyFact, { fundingSourceId }: FundingSourceFact) => ({
      name: nameOf(partyId),
      href: `/funding-sources/${fundingSourceId}`,
      'resource-type': 'funding-source',
    });
    expect(transferred.attributes['parties']).toEqual({ source: party(ada, adas), destination: party(bob, bobs) });
    expect(withdrawn.attributes['parties']).toEqual({
      source: party(world.account, accounts),
      destination: party(world.account, accountsBank),
    });
    expect(transferred.attributes['fees']).toEqual({ value: '1.25', currency: 'USD' });
    expect(withdrawn.attributes['fees']).toBeUndefined();
    expect(transferred.links['transfers']).toEqual({
      kind: 'listTransfers',
      id: '',
      filters: { payment: ids['to bob'] },
    });
  });

  it('links to the transfers of a payment, with its fees and with what it set off later', async () => {
    for (const id of Object.values(ids)) {
      const { embedded = {} } = await paymentIn(world, id);
      const own = Object.values(embedded).flat();
      const { items, total } = await listIn(world, { payment: id.toUpperCase() }, '/transfers');
      expect([new Set(items.map((item) => item.id)), total]).toEqual([new Set(own.map((item) => item.id)), own.length]);
    }
    const fees = await listIn(world, { payment: ids['to bob'] ?? '', customerId: bob.partyId }, '/transfers');
    expect(fees.total).toBe(2);
    expect(await listIn(world, { payment: newId() }, '/transfers')).toMatchObject({ items: [], total: 0 });
    expect(await listIn(new World(service), { payment: ids['to bob'] ?? '' }, '/transfers')).toMatchObject({
      total: 0,
    });
  });

  it.each<[Query, string[]]>([
    [{ startAmount: '2', endAmount: '3.00' }, ['to the account', 'to bob']],
    [{ endAmount: '1.99' }, ['withdrawal']],
    [{ status: 'pending' }, ['bank to bank', 'withdrawal']],
    [{ status: 'processed', limit: '1' }, ['to the account']],
    [{ status: 'failed' }, []],
    [{ correlationId: 'opening' }, ['deposit']],
    [{ correlationId: 'Opening' }, []],
    [{ endDate: '2020-01-01' }, []],
    [{ startDate: '2020-01-01', limit: '2', offset: '3' }, ['to bob', 'deposit']],
  ])('shows by %j %j', async (query, expected) => {
    expect(shown(await list(query))).toEqual(expected);
  });

  it('adds up what matches, by status', async () => {
    expect(sumsOf(await list())).toEqual(['pending 2 8.00 0.00', 'processed 3 105.00 1.25']);
    expect(sumsOf(await list({ limit: '1', offset: '1' }))).toEqual(sumsOf(await list()));
    expect(sumsOf(await list({ startAmount: '3', endAmount: '5' }))).toEqual(['processed 1 3.00 1.25']);
    expect(sumsOf(await list({ status: 'cancelled' }))).toEqual([]);
    expect((await list()).attributes?.['sumsAreAtLeast']).toBeUndefined();
  });

  it('shows the payments with a transfer of one customer', async () => {
    expect(shown(await list({ customerId: bob.partyId }))).toEqual(['bank to bank', 'to bob']);
    expect(shown(await list({ customerId: ada.partyId.toUpperCase(), status: 'processed' }))).toEqual([
      'to the account',
      'to bob',
      'deposit',
    ]);
    expect(sumsOf(await list({ customerId: bob.partyId }))).toEqual(['pending 1 7.00 0.00', 'processed 1 3.00 1.25']);
  });

  it('shows the payments with a transfer of a bank or a balance, as the list of transfers does', async () => {
    const other = new World(service);
    const [one, two] = [other.customer(), other.customer()];
    const plain = other.customer({ status: 'unverified' });
    const parties = [other.account, one, two];
    const banks = [...parties, plain].map((party) => other.source(party, 'bank'));
    const balances = parties.map((party) => other.source(party, 'balance'));
    const second = other.source(one, 'bank');
    const sources = [...banks, ...balances, second];
    for (const [nth, balance] of balances.entries()) await other.transfer(banks[nth] ?? second, balance, '100.00');
    await other.simulate();
    for (const from of sources) {
      for (const to of sources) {
        const payer = from.ownerKind === 'customer' ? [feeOf(from.ownerId === one.partyId ? one : two, '0.50')] : [];
        await other.post(from, to, '2.00', from.ownerId === plain.partyId ? {} : { fees: payer });
        await other.post(from, to, '2.00');
      }
    }
    await other.simulate();
    let found = 0;
    for (const { fundingSourceId } of sources) {
      const transfers = await listIn(other, { fundingSourceId, limit: '200' }, '/transfers');
      const expected = new Set(transfers.items.map(({ links }) => links['payment']?.id));
      const payments = await listIn(other, { fundingSourceId, limit: '200' });
      expect(new Set(idsOf(payments))).toEqual(expected);
      expect(payments.total).toBe(expected.size);
      found += expected.size;
    }
    expect(found).toBeGreaterThan(100);
  });

  it('searches both sides of every transfer, and shows a payment once where both were found', async () => {
    customersFind(service, [ada.partyId, bob.partyId]);
    expect(shown(await list({ search: 'a' }))).toEqual(['bank to bank', 'to the account', 'to bob', 'deposit']);
    expect(shown(await list({ search: 'a', startAmount: '3', endAmount: '3' }))).toEqual(['to bob']);
    customersFind(service, [bob.partyId]);
    expect(shown(await list({ search: 'bob' }))).toEqual(['bank to bank', 'to bob']);
    expect(shown(await list({ search: 'bob', customerId: ada.partyId }))).toEqual(['bank to bank', 'to bob']);
    customersFind(service, []);
    expect(await list({ search: 'nobody' })).toMatchObject({ items: [], total: 0 });
    // The account gets the fee of the transfer between its customers.
    expect(shown(await list({ search: world.accountId }))).toEqual(['withdrawal', 'to the account', 'to bob']);
    expect(shown(await list({ search: world.accountId, customerId: bob.partyId }))).toEqual(['to bob']);
    expect(shown(await list({ search: bob.partyId.toUpperCase() }))).toEqual(['bank to bank', 'to bob']);
  });

  it('refuses a search that finds more customers than payments are counted', async () => {
    const many = Array.from({ length: 10_001 }, () => newId());
    service.services.answer('POST /internal/customers/searches', () => factAnswer({ ids: many }));
    const answer = await world.call('GET', '/payments', { query: { search: 'a' } });
    expect(faultsOf(answer)).toEqual(['Invalid /query/search']);
  });

  it('shows nothing of others', async () => {
    const stranger = new World(service);
    const strangers = stranger.customer();
    const balance = await stranger.fundedBalance(strangers, '5.00');
    for (const id of [strangers.partyId, stranger.accountId, world.accountId, newId()]) {
      expect(await list({ customerId: id })).toMatchObject({ items: [], total: 0, attributes: { sums: [] } });
    }
    for (const id of [balance.fundingSourceId, newId()]) {
      expect(await list({ fundingSourceId: id })).toMatchObject({ items: [], total: 0 });
    }
    expect(await list({ search: strangers.partyId })).toMatchObject({ items: [], total: 0 });
    expect(await listIn(stranger)).toMatchObject({ total: 1 });
    expect(sumsOf(await listIn(stranger))).toEqual(['processed 1 5.00 0.00']);
    expect(await listIn(new World(service))).toMatchObject({ items: [], total: 0, attributes: { sums: [] } });
  });

  it.each<[Query, string]>([
    [{ status: 'reclaimed' }, 'Invalid /query/status'],
    [{ startAmount: '-1' }, 'InvalidFormat /query/startAmount'],
    [{ customerId: 'bob' }, 'InvalidFormat /query/customerId'],
    [{ fundingSourceId: 'bank' }, 'InvalidFormat /query/fundingSourceId'],
    [{ startDate: '2026-02-30' }, 'InvalidFormat /query/startDate'],
    [{ limit: '201' }, 'InvalidFormat /query/limit'],
  ])('refuses %j', async (query, fault) => {
    expect(faultsOf(await world.call('GET', '/payments', { query }))).toEqual([fault]);
  });

  it('keeps pages as they were when the first was read, while more payments come', async () => {
    const other = new World(service);
    const [from, to] = [await other.fundedBalance(other.account, '90.00'), other.source(other.customer(), 'balance')];
    const made: string[] = [];
    for (let n = 0; n < 6; n += 1) made.unshift(await other.transfer(from, to, '1.00', { fees: [] }));
    const first = await listIn(other, { limit: '2' });
    const anchor = String(first.page?.anchor);
    const rest: string[] = [];
    for (let offset = 2; offset < 6; offset += 2) {
      await other.transfer(from, to, '1.00');
      await other.transfer(other.source(other.account, 'bank'), from, '1.00');
      rest.push(...idsOf(await listIn(other, { limit: '2', offset: String(offset), anchor })));
    }
    expect([...idsOf(first), ...rest]).toEqual(made);
    expect(await listIn(other, { limit: '2', anchor })).toEqual(first);
    expect(await listIn(other, { startAmount: '1', endAmount: '1', anchor })).toMatchObject({ total: 6 });
    expect(await listIn(other)).toMatchObject({ total: 11 });
  });

  it('says of each what became of it, and what failed', async () => {
    const other = new World(service);
    const [one, two] = [other.customer(), other.customer()];
    const balance = await other.fundedBalance(one, '50.00');
    const ofTwo = other.source(two, 'balance');
    const named: Record<string, string> = {};
    const make = async (name: string, ...given: Parameters<World['transfer']>) => {
      named[name] = await other.transfer(...given);
    };
    const returning = (isLate: boolean) => ({ returns: { code: isLate ? 'R01' : 'R03', isLate } }) as const;
    await make('returned at the receiver', balance, other.source(two, 'bank', returning(false)), '1.00');
    await make('returned late', other.source(one, 'bank', returning(true)), balance, '2.00');
    await make('returned', other.source(one, 'bank', returning(false)), ofTwo, '3.00', { fees: [feeOf(two, '0.10')] });
    await make('cancelled', other.source(one, 'bank'), ofTwo, '4.00');
    await make('cancelled on its way', balance, other.source(two, 'bank'), '5.00');
    await make('done', other.source(one, 'bank'), ofTwo, '6.00');
    await other.call('POST', `/transfers/${named['cancelled']}`, { body: { status: 'cancelled' } });
    const onward = (await paymentIn(other, named['cancelled on its way'] ?? '')).embedded?.['transfers']?.at(-1)?.id;
    await other.call('POST', `/transfers/${onward}`, { body: { status: 'cancelled' } });
    for (let n = 0; n < 3; n += 1) await other.simulate();
    const statuses: Query = {
      'returned at the receiver': 'failed',
      'returned late': 'failed',
      returned: 'failed',
      cancelled: 'cancelled',
      'cancelled on its way': 'cancelled',
      done: 'processed',
    };
    const nameFor = (id: string) => Object.keys(named).find((name) => named[name] === id);
    for (const status of ['pending', 'processed', 'failed', 'cancelled']) {
      const page = await listIn(other, { status });
      const names = idsOf(page).flatMap((id) => nameFor(id) ?? []);
      expect([status, names.sort()]).toEqual([
        status,
        Object.keys(statuses)
          .filter((name) => statuses[name] === status)
          .sort(),
      ]);
      for (const { id, attributes } of page.items) {
        expect([nameFor(id), attributes['status']]).toEqual([nameFor(id), status]);
        expect([nameFor(id), attributes['failure'] !== undefined]).toEqual([nameFor(id), status === 'failed']);
      }
    }
    expect(sumsOf(await listIn(other))).toEqual([
      'processed 2 56.00 0.00',
      'failed 3 6.00 0.10',
      'cancelled 2 9.00 0.00',
    ]);
  });

  it('has wires, but no micro-deposits and nothing that was refused', async () => {
    const other = new World(service);
    const balance = await other.fundedBalance(other.account, '50.00');
    const wire = await other.transfer(balance, other.source(other.account, 'bank', { channels: ['wire'] }), '9.00');
    const bank = other.source(other.customer(), 'bank');
    const { accountId, ownerKind, ownerId, fundingSourceId } = bank;
    const begun: BegunMicroDeposits = {
      ...{ accountId, ownerKind, ownerId, fundingSourceId },
      ...{ amountsMinor: ['3', '9'], at: '2026-03-02T12:00:00.000Z' },
    };
    const deposits = await other.call('PUT', `/internal/micro-deposits/${newId()}`, {
      principal: { kind: 'service', service: 'funding-sources' },
      body: begun,
    });
    expect(deposits.status).toBe(200);
    expect((await other.post(balance, bank, '1000000.00')).status).toBe(400);
    const page = await listIn(other);
    expect([idsOf(page)[0], page.total]).toEqual([wire, 2]);
    const [{ numbered }] = await service.dataSource.query<[{ numbered: number }]>(
      `SELECT count(*)::int AS numbered FROM transfers WHERE kind = 'microDeposit' AND payment_number IS NOT NULL`,
    );
    expect(numbered).toBe(0);
  });
});
