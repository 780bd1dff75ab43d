import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestService, type TestService } from '@halyard/testing';
import { World } from '../../../test/world.js';
import { ListPayments1796169600133 } from '../../migrations/list-payments.migration.js';
import { transfersService } from '../../transfers.module.js';

type Query = Readonly<Record<string, string>>;

let service: TestService;
beforeAll(async () => {
  service = await startTestService(transfersService);
});
afterAll(() => service.stop());

async function listIn(world: World, query: Query = {}) {
  const { body } = await world.call('GET', '/payments', { query });
  if (body.type !== 'collection') throw new Error(JSON.stringify(body));
  return body;
}

/** An account with one payment of a dollar and a fee, and so many copies of it. */
async function crowdOf(copies: number): Promise<World> {
  const world = new World(service);
  const customer = world.customer();
  const fees = [
    {
      _links: { 'charge-to': { href: `https://api.example/customers/${customer.partyId}` } },
      amount: { value: '0.05', currency: 'USD' },
    },
  ];
  const [bank, balance] = [world.source(customer, 'bank'), world.source(world.account, 'balance')];
  await world.transfer(bank, balance, '1.00', { fees });
  await listIn(world);
  const columns = await service.dataSource.query<{ name: string }[]>(
    `SELECT column_name AS name FROM information_schema.columns
     WHERE table_schema = current_schema() AND table_name = 'transfers'
       AND column_name NOT IN ('id', 'payment_id', 'account_number', 'payment_number')`,
  );
  const kept = columns.map(({ name }) => name).join(', ');
  await service.dataSource.query(
    `INSERT INTO transfers (id, payment_id, account_number, payment_number, ${kept})
     SELECT CASE WHEN id = payment_id THEN copy ELSE md5(copy::text || place)::uuid END, copy, account_number + 3 * n,
       CASE WHEN id = payment_id THEN 1 + n END, ${kept}
     FROM transfers, generate_series(1, $2) AS n, LATERAL (SELECT md5(n || $1)::uuid AS copy) AS copies
     WHERE account_id = $1::uuid`,
    [world.accountId, copies],
  );
  return world;
}

const sumOf = (count: number, amount: string, fees: string) => [
  { status: 'pending', count, amount: { value: amount, currency: 'USD' }, fees: { value: fees, currency: 'USD' } },
];

describe('the sums of many payments', () => {
  it.each<Query>([{}, { status: 'pending' }, { startAmount: '1' }, { startDate: '2020-01-01' }])(
    'are exact for 10,000 payments by %j',
    async (query) => {
      const world = await crowdOf(9_999);
      const { total, attributes } = await listIn(world, query);
      expect([total, attributes]).toEqual([10_000, { sums: sumOf(10_000, '10000.00', '500.00') }]);
    },
  );

  it.each<Query>([{}, { status: 'pending' }, { startAmount: '1' }, { startDate: '2020-01-01' }])(
    'are those of the newest 10,000, and say so, where one more matches %j',
    async (query) => {
      const world = await crowdOf(10_000);
      await service.dataSource.query(
        `UPDATE transfers SET amount_minor = 7700 WHERE account_id = $1 AND payment_number = 1`,
        [world.accountId],
      );
      expect((await listIn(world, query)).attributes).toEqual({
        sums: sumOf(10_000, '10000.00', '500.00'),
        sumsAreAtLeast: true,
      });
    },
  );

  it('follow the anchor', async () => {
    const world = await crowdOf(10);
    expect((await listIn(world, { anchor: '4' })).attributes).toEqual({ sums: sumOf(4, '4.00', '0.20') });
  });
});

describe('a party or bank with more transfers than are collected', () => {
  it('has the same payments as one with few', async () => {
    const world = await crowdOf(30_000);
    const [{ bank, customer }] = await service.dataSource.query<[{ bank: string; customer: string }]>(
      `SELECT source_funding_source_id AS bank, source_owner_id AS customer FROM transfers
       WHERE account_id = $1 AND payment_number = 1`,
      [world.accountId],
    );
    await service.dataSource.query(
      `INSERT INTO party_transfers (party_id, number, transfer_id, other_party_id, created, amount_minor, status)
       SELECT party_id, 10 + account_number, id, party_id, created, amount_minor, status
       FROM transfers, LATERAL (SELECT DISTINCT unnest(ARRAY[source_owner_id, destination_owner_id])) AS ends (party_id)
       WHERE account_id = $1 AND account_number > 3`,
      [world.accountId],
    );
    const queries: Query[] = [{ fundingSourceId: bank }, { customerId: customer }, { search: world.accountId }];
    for (const query of queries) {
      expect(await listIn(world, query)).toMatchObject({ total: 10_000, totalIsAtLeast: true });
      expect(await listIn(world, { ...query, anchor: '3' })).toMatchObject({ total: 3 });
      expect(await listIn(world, { ...query, status: 'failed' })).toMatchObject({ total: 0 });
    }
  });
});

describe('the migration that numbers payments', () => {
  const numbered = () =>
    service.dataSource.query<object[]>(
      'SELECT id, payment_number, payment_status FROM transfers WHERE account_number IS NOT NULL ORDER BY id',
    );

  it('gives payments that were made before the numbers and states that they would have had', async () => {
    await service.dataSource.query('TRUNCATE transfers, party_transfers');
    const world = new World(service);
    const [ada, bob] = [world.customer(), world.customer()];
    const balance = await world.fundedBalance(ada, '80.00');
    const bank = world.source(ada, 'bank');
    const bobs = world.source(bob, 'bank');
    await world.transfer(bank, bobs, '7.00');
    const cancelled = await world.transfer(bank, bobs, '8.00');
    await world.transfer(world.source(ada, 'bank', { returns: { code: 'R01', isLate: true } }), balance, '3.00');
    await world.transfer(balance, world.source(bob, 'bank', { returns: { code: 'R03', isLate: false } }), '4.00');
    await world.call('POST', `/transfers/${cancelled}`, { body: { status: 'cancelled' } });
    // The money of the first one arrives, and can't go on to a bank that was removed meanwhile.
    world.tellSource({ ...bobs, removed: true, version: 2 });
    await service.call('PUT', `/internal/funding-sources/${bobs.fundingSourceId}`, {
      principal: { kind: 'service', service: 'funding-sources' },
      body: { ...bobs, removed: true, version: 2 },
    });
    for (let n = 0; n < 2; n += 1) await world.simulate();
    await world.transfer(bank, balance, '5.00');
    const before = await listIn(world);
    expect(new Set(before.items.map(({ attributes }) => attributes['status']))).toEqual(
      new Set(['pending', 'processed', 'failed', 'cancelled']),
    );
    const failures = before.items.map(
      ({ attributes }) => attributes['failure'] as { readonly code: string } | undefined,
    );
    expect(failures.map((failure) => failure?.code)).toContain('ReceiverClosed');
    const rows = await numbered();

    const migration = new ListPayments1796169600133();
    const queryRunner = service.dataSource.createQueryRunner();
    await migration.down(queryRunner);
    await migration.up(queryRunner);
    await queryRunner.release();
    expect(await numbered()).toEqual(rows);
    expect(await listIn(world)).toEqual(before);
  });
});
