import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { CollectionAnswer } from '@halyard/contracts';
import type { FundingSourceFact } from '@halyard/contracts/funding-sources';
import type { PartyFact } from '@halyard/contracts/parties';
import { newId } from '@halyard/core';
import { factAnswer, startTestService, type TestService } from '@halyard/testing';
import { customersFind } from '../../../test/customer-searches.js';
import { World } from '../../../test/world.js';
import { transfersService } from '../../transfers.module.js';

type Query = Readonly<Record<string, string>>;

async function listIn(world: World, query: Query = {}): Promise<CollectionAnswer> {
  const { body } = await world.call('GET', '/transfers', { query });
  if (body.type !== 'collection') throw new Error(JSON.stringify(body));
  return body;
}

describe('the list of all transfers of an account and its customers', () => {
  let service: TestService;
  let world: World;
  let ada: PartyFact;
  let bob: PartyFact;
  let adas: FundingSourceFact;
  /** By name, oldest first. */
  const ids: Record<string, string> = {};

  beforeAll(async () => {
    service = await startTestService(transfersService);
    world = new World(service);
    [ada, bob] = [world.customer(), world.customer()];
    const adasBank = world.source(ada, 'bank');
    adas = world.source(ada, 'balance');
    const bobs = world.source(bob, 'balance');
    const accounts = world.source(world.account, 'balance');
    ids['deposit'] = await world.transfer(adasBank, adas, '100.00', { correlationId: 'opening' });
    await world.simulate();
    ids['between customers'] = await world.transfer(adas, bobs, '3.00');
    ids['to the account'] = await world.transfer(adas, accounts, '2.00');
    ids['of the account'] = await world.transfer(accounts, world.source(world.account, 'bank'), '1.00');
    ids['bank to bank'] = await world.transfer(adasBank, world.source(bob, 'bank'), '7.00');
  });
  afterAll(() => service.stop());

  /** The names of those that are shown; the transfer that passes the bank's money on is `funded`. */
  const shown = ({ items }: CollectionAnswer): string[] =>
    items.map(({ id }) => Object.keys(ids).find((name) => ids[name] === id) ?? 'funded');
  const list = (query?: Query) => listIn(world, query);

  it('has each transfer once, the newest first', async () => {
    const page = await list();
    expect(shown(page)).toEqual([
      'bank to bank',
      'funded',
      'of the account',
      'to the account',
      'between customers',
      'deposit',
    ]);
    expect(page).toMatchObject({
      self: { kind: 'listTransfers', id: '' },
      of: 'transfer',
      total: 6,
      page: { limit: 25, offset: 0, anchor: '6' },
    });
  });

  it.each<[Query, string[]]>([
    [{ startAmount: '2', endAmount: '3.00' }, ['to the account', 'between customers']],
    [{ status: 'pending' }, ['bank to bank', 'funded', 'of the account']],
    [{ status: 'processed', limit: '1' }, ['to the account']],
    [{ status: 'reclaimed' }, []],
    [{ correlationId: 'opening' }, ['deposit']],
    [{ endDate: '2020-01-01' }, []],
    [{ startDate: '2020-01-01', limit: '2', offset: '4' }, ['between customers', 'deposit']],
  ])('shows by %j %j', async (query, expected) => {
    expect(shown(await list(query))).toEqual(expected);
  });

  it('shows what one customer takes part in', async () => {
    expect(shown(await list({ customerId: bob.partyId }))).toEqual(['bank to bank', 'between customers']);
    expect(await list({ customerId: ada.partyId.toUpperCase(), status: 'processed' })).toMatchObject({ total: 3 });
  });

  it('shows nothing of who is no customer of the account', async () => {
    const stranger = new World(service);
    const strangers = stranger.customer();
    await stranger.fundedBalance(strangers, '5.00');
    for (const id of [strangers.partyId, stranger.accountId, world.accountId, newId()]) {
      expect(await list({ customerId: id })).toMatchObject({ items: [], total: 0 });
    }
    for (const id of [strangers.partyId, stranger.accountId]) {
      expect(await list({ search: id })).toMatchObject({ items: [], total: 0 });
    }
    expect((await listIn(stranger)).items.map(({ id }) => id)).not.toContain(ids['deposit']);
    expect(await listIn(stranger)).toMatchObject({ total: 1 });
  });

  it('searches both sides of a transfer, and shows it once where both were found', async () => {
    customersFind(service, [ada.partyId, bob.partyId]);
    const both = await list({ search: 'a' });
    expect(shown(both)).toEqual(['bank to bank', 'funded', 'to the account', 'between customers', 'deposit']);
    expect(both.total).toBe(5);
    expect(shown(await list({ search: 'a', startAmount: '3', endAmount: '3' }))).toEqual(['between customers']);
    customersFind(service, [bob.partyId]);
    expect(shown(await list({ search: 'bob' }))).toEqual(['bank to bank', 'between customers']);
    customersFind(service, []);
    expect(await list({ search: 'nobody' })).toMatchObject({ items: [], total: 0 });
    expect(shown(await list({ search: world.accountId }))).toEqual(['of the account', 'to the account']);
    customersFind(service, [ada.partyId]);
    expect(shown(await list({ search: 'ada', customerId: bob.partyId }))).toEqual([
      'bank to bank',
      'between customers',
    ]);
  });

  it('refuses a search that finds more customers than transfers are counted', async () => {
    const many = Array.from({ length: 10_001 }, () => newId());
    service.services.answer('POST /internal/customers/searches', () => factAnswer({ ids: many }));
    const { status, body } = await world.call('GET', '/transfers', { query: { search: 'a' } });
    expect([status, body]).toMatchObject([400, { faults: [{ code: 'Invalid', path: '/query/search' }] }]);
  });

  it('shows what leaves or enters a bank or a balance', async () => {
    const bank = world.source(bob, 'bank');
    const toBank = await world.transfer(adas, bank, '4.00');
    await world.simulate();
    const shows = (await list()).items.filter(({ links }) =>
      [links['source-funding-source'], links['destination-funding-source']].some(
        (end) => end?.id === bank.fundingSourceId,
      ),
    );
    expect(shows.length).toBeGreaterThan(0);
    expect((await list({ fundingSourceId: bank.fundingSourceId })).items).toEqual(shows);
    expect(shown(await list({ fundingSourceId: adas.fundingSourceId }))).toContain('deposit');
    expect(
      (await list({ fundingSourceId: bank.fundingSourceId.toUpperCase() })).items.map(({ id }) => id),
    ).not.toContain(ids['deposit']);
    expect((await list({ fundingSourceId: adas.fundingSourceId })).items.map(({ id }) => id)).toContain(toBank);
    const strangers = new World(service);
    const foreign = strangers.source(strangers.customer(), 'bank');
    expect(await list({ fundingSourceId: foreign.fundingSourceId })).toMatchObject({ items: [], total: 0 });
    expect(await list({ fundingSourceId: newId() })).toMatchObject({ items: [], total: 0 });
    expect(await list({ fundingSourceId: adas.fundingSourceId, customerId: bob.partyId })).toMatchObject({ total: 2 });
  });

  it('says of a customer that is no id', async () => {
    const { status, body } = await world.call('GET', '/transfers', { query: { customerId: 'bob' } });
    expect([status, body]).toMatchObject([400, { faults: [{ code: 'InvalidFormat', path: '/query/customerId' }] }]);
  });

  it('has fees, and what is passed on once its money is there, but no micro-deposits', async () => {
    const other = new World(service);
    const [one, two] = [other.customer(), other.customer()];
    const charged = { 'charge-to': { href: `https://api.example/customers/${one.partyId}` } };
    const fee = { _links: charged, amount: { value: '1', currency: 'USD' } };
    await other.transfer(other.source(one, 'bank'), other.source(two, 'bank'), '7.00', { fees: [fee] });
    await other.simulate();
    await other.simulate();
    const { items, total } = await listIn(other);
    expect([items.length, total]).toEqual([total, 4]);
    const { body } = await other.call('GET', `/accounts/${other.accountId}/transfers`);
    const ofParties = [
      body,
      ...(await Promise.all([one, two].map((party) => listIn(other, { customerId: party.partyId })))),
    ];
    const listed = ofParties.flatMap((answer) =>
      answer.type === 'collection' ? answer.items.map(({ id }) => id) : [],
    );
    expect(new Set(items.map(({ id }) => id))).toEqual(new Set(listed));
    const [{ unnumbered }] = await service.dataSource.query<[{ unnumbered: number }]>(
      `SELECT count(*)::int AS unnumbered FROM transfers WHERE (account_number IS NULL) <> (source_number IS NULL)`,
    );
    expect(unnumbered).toBe(0);
  });

  it('keeps pages as they were when the first was read, by its anchor', async () => {
    const other = new World(service);
    const balance = await other.fundedBalance(other.account, '10.00');
    const first = await listIn(other, { limit: '1' });
    await other.transfer(balance, other.source(other.customer(), 'balance'), '1.00');
    const anchor = String(first.page?.anchor);
    expect(await listIn(other, { limit: '1', anchor })).toEqual(first);
    expect(await listIn(other, { startAmount: '0', anchor })).toMatchObject({ total: 1 });
    expect(await listIn(other)).toMatchObject({ total: 2, page: { anchor: '2' } });
  });

  it('counts a filter to 10,000 and says that there are more, also where a party is searched for', async () => {
    const crowd = new World(service);
    const customer = crowd.customer();
    await crowd.transfer(crowd.source(customer, 'bank'), crowd.source(customer, 'balance'), '1.00');
    await listIn(crowd);
    const columns = await service.dataSource.query<{ name: string }[]>(
      `SELECT column_name AS name FROM information_schema.columns
       WHERE table_schema = current_schema() AND table_name = 'transfers'
         AND column_name NOT IN ('id', 'payment_id', 'account_number', 'source_number')`,
    );
    const kept = columns.map(({ name }) => name).join(', ');
    await service.dataSource.query(
      `WITH copies AS (
         INSERT INTO transfers (id, payment_id, account_number, source_number, ${kept})
         SELECT copy, copy, 1 + n, 1 + n, ${kept} FROM transfers, generate_series(1, 10000) AS n,
           LATERAL (SELECT md5(n || $1)::uuid AS copy) AS copies
         WHERE account_id = $1::uuid
         RETURNING *
       )
       INSERT INTO party_transfers
       SELECT source_owner_id, source_number, id, source_owner_id, created, amount_minor, status, correlation_id
       FROM copies`,
      [crowd.accountId],
    );
    expect(await listIn(crowd)).toMatchObject({ total: 10_001 });
    const newest = (await listIn(crowd, { limit: '2' })).items.map(({ id }) => id);
    customersFind(service, [customer.partyId]);
    const queries: Query[] = [{ status: 'pending' }, { search: 'somebody' }, { startAmount: '1' }];
    for (const query of queries) {
      const page = await listIn(crowd, { ...query, limit: '2' });
      expect(page).toMatchObject({ total: 10_000, totalIsAtLeast: true });
      expect(page.items.map(({ id }) => id)).toEqual(newest);
    }
  });
});
