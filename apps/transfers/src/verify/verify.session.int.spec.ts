import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { moneyToJson, newId, usd } from '@halyard/core';
import { EventStore } from '@halyard/event-store';
import { Sealer } from '@halyard/persistence';
import { createTestDatabase, type TestDatabase, startTestService, type TestService } from '@halyard/testing';
import { BehavingWorld } from '../../test/behaving-world.js';
import { World } from '../../test/world.js';
import { ReadModels } from '../projection/read-models.js';
import { transfersService } from '../transfers.module.js';
import { derivedTables } from './tables.js';
import { verify, type VerifyOptions } from './verify.session.js';

describe('verify', () => {
  let service: TestService;
  let world: World;
  let scratch: TestDatabase;
  beforeAll(async () => {
    scratch = await createTestDatabase();
    service = await startTestService(transfersService);
    const behaving = new BehavingWorld(service);
    world = behaving;
    const balance = await world.fundedBalance(world.account, '100.00');
    const bank = world.source(world.account, 'bank');
    await behaving.behave({ rules: [{ name: 'noc', then: { correct: 'C04', corrected: { name: 'Jane Doe' } } }] });
    await world.transfer(bank, balance, '6.00');
    await world.simulate();
    await world.transfer(balance, bank, '10.00', { metadata: { a: 'b' }, correlationId: 'order-1' });
    await world.transfer(bank, world.source(world.customer(), 'bank'), '5.00');
    for (const n of [1, 2, 3]) {
      const body = world.bodyOf(balance, world.source(world.customer(), 'balance'), `${n}.00`);
      const traceparent = `00-${newId().replaceAll('-', '')}-0af7651916cd43dd-01`;
      expect(await world.call('POST', '/transfers', { body, traceparent })).toMatchObject({ status: 201 });
    }
  });
  afterAll(async () => {
    await service.stop();
    await scratch.drop();
  });
  beforeEach(async () => {
    for (const model of ['transfers', 'ledger', 'unfinishedPayments', 'statistics'] as const) {
      await service.get(ReadModels).upToDate(model);
    }
  });

  const run = (other: Partial<VerifyOptions> = {}) => {
    const { options } = service.dataSource;
    if (options.type !== 'postgres' || options.url === undefined) throw new Error('no Postgres');
    return verify({
      url: options.url,
      scratchUrl: scratch.url,
      store: service.get(EventStore),
      sealerOf: () => service.get(Sealer),
      ...other,
    });
  };

  it('finds nothing in what was built from the streams', async () => {
    const { events, difference } = await run();
    expect(difference).toBeUndefined();
    expect(events).toBeGreaterThan(20);
  });

  it('reads no more events in a second than it is told', async () => {
    const { events } = await run();
    const begun = performance.now();
    expect(await run({ perSecond: events })).toEqual({ events, unknown: { count: 0, first: [] } });
    expect(performance.now() - begun).toBeGreaterThan(900);
  });

  it('finds nothing while others write', async () => {
    const other = new World(service);
    const from = await other.fundedBalance(other.account, '10.00');
    const to = other.source(other.customer(), 'balance');
    let isOver = false;
    const writing = (async () => {
      while (!isOver) await other.transfer(from, to, '0.01');
    })();
    const { difference } = await run();
    isOver = true;
    await writing;
    expect(difference).toBeUndefined();
  });

  const append = async (stream: string, type: string, data: object): Promise<void> => {
    const store = service.get(EventStore);
    let expected: number | 'no-stream' = 'no-stream';
    for await (const { revision } of store.read(stream)) expected = revision;
    await store.append({ stream, expected, events: [{ id: newId(), type, data }] });
    await service.get(ReadModels).upToDate('ledger');
  };

  it('names a payment whose sender has more or less of its limit than it may', async () => {
    const [customerId, paymentId] = [newId(), newId()];
    const reservation = { reservationId: newId(), paymentId, week: '2026-03-02', amount: moneyToJson(usd(5_00n)) };
    await append(`limit-${customerId}`, 'LimitGivenBack', reservation);
    const { difference } = await run();
    await append(`limit-${customerId}`, 'LimitReserved', reservation);
    expect(difference).toMatchObject({ table: 'limits', key: { payment_id: paymentId } });
    expect((await run()).difference).toBeUndefined();
  });

  it('names a snapshot that its events do not come to', async () => {
    const fundingSourceId = newId();
    const entry = { amount: moneyToJson(usd(5_00n)), contra: `transit:${newId()}`, at: '2026-03-02T18:00:00.000Z' };
    await append(`balance-${fundingSourceId}`, 'CreditPosted', { entryId: newId(), ...entry });
    await append(`balance-${fundingSourceId}`, 'DebitPosted', { entryId: newId(), ...entry });
    const stream = `balance-${fundingSourceId}`;
    const state = JSON.stringify({ postedMinor: '499', heldMinor: '0' });
    const insert = 'INSERT INTO snapshots (stream, codec_version, revision, position, state) VALUES ($1, 2, 0, 1, $2)';
    await service.dataSource.query(insert, [stream, state]);
    const { difference } = await run();
    await service.dataSource.query('DELETE FROM snapshots WHERE stream = $1', [stream]);
    expect(difference).toMatchObject({ table: 'snapshots', key: { stream } });
  });

  it('tells of parties that payments name and the database does not know, and answers what streams say', async () => {
    const other = new World(service);
    const to = other.source(other.customer(), 'balance');
    const from = await other.fundedBalance(other.account, '1.00');
    const id = await other.transfer(from, to, '1.00');
    await service.get(ReadModels).upToDate('ledger');
    const forgotten = await service.dataSource.query<[unknown[]]>('DELETE FROM facts WHERE id = ANY($1) RETURNING *', [
      [to.fundingSourceId, to.ownerId],
    ]);
    const { difference, unknown } = await run();
    const answer = await other.call('GET', `/transfers/${id}`);
    await service.dataSource.query('INSERT INTO facts SELECT * FROM jsonb_populate_recordset(NULL::facts, $1::jsonb)', [
      JSON.stringify(forgotten[0]),
    ]);
    expect(difference).toBeUndefined();
    expect(unknown).toEqual({
      count: 2,
      first: [
        { kind: 'customer', id: to.ownerId },
        { kind: 'funding-source', id: to.fundingSourceId },
      ],
    });
    expect(answer).toMatchObject({ status: 200 });
    expect((await run()).unknown.count).toBe(0);
  });

  const changeTraces = (change: string) => `
    CREATE TABLE kept AS SELECT id, trace FROM transfers;
    UPDATE transfers SET trace = ${change}`;
  const restoreTraces = `
    UPDATE transfers SET trace = kept.trace FROM kept WHERE kept.id = transfers.id;
    DROP TABLE kept`;
  const withTrace = '(SELECT id FROM transfers WHERE trace IS NOT NULL ORDER BY id';

  it.each([
    ['older payments, which there were before the column,', `NULL WHERE id <= ${withTrace} OFFSET 1 LIMIT 1)`],
    ['all payments', 'NULL'],
  ])('finds nothing where %s have no trace', async (_, change) => {
    const [{ count }] = await service.dataSource.query<[{ count: string }]>('SELECT count(trace) FROM transfers');
    expect(Number(count)).toBeGreaterThan(2);
    await service.dataSource.query(changeTraces(change));
    const { difference } = await run();
    await service.dataSource.query(restoreTraces);
    expect(difference).toBeUndefined();
  });

  /** Break one row, and mend it again. */
  const breaks: readonly (readonly [table: string, broken: string, mended: string, what: string])[] = [
    [
      'transfers',
      `UPDATE transfers SET amount_minor = amount_minor + 1 WHERE correlation_id = 'order-1'`,
      `UPDATE transfers SET amount_minor = amount_minor - 1 WHERE correlation_id = 'order-1'`,
      'the events say otherwise of amount_minor',
    ],
    [
      'transfers',
      `UPDATE transfers SET metadata = '{"a":"c"}' WHERE correlation_id = 'order-1'`,
      `UPDATE transfers SET metadata = '{"a":"b"}' WHERE correlation_id = 'order-1'`,
      'the events say otherwise of metadata',
    ],
    [
      'transfers',
      changeTraces(`gen_random_uuid() WHERE id = ${withTrace} LIMIT 1)`),
      restoreTraces,
      'the events say otherwise of trace',
    ],
    [
      'transfers',
      changeTraces(`NULL WHERE id = ${withTrace} DESC LIMIT 1)`),
      restoreTraces,
      'the events say otherwise of trace',
    ],
    [
      'transfers',
      `UPDATE transfers SET corrections = jsonb_set(corrections, '{0,applied}', 'true')`,
      `UPDATE transfers SET corrections = jsonb_set(corrections, '{0,applied}', 'false')`,
      'the events say otherwise of corrections',
    ],
    [
      'party_transfers',
      `UPDATE party_transfers SET status = 'failed' WHERE correlation_id = 'order-1'`,
      `UPDATE party_transfers SET status = 'pending' WHERE correlation_id = 'order-1'`,
      'the events say otherwise of status',
    ],
    [
      'ledger_balances',
      `INSERT INTO ledger_balances VALUES ('0190a000-0000-7000-8000-000000000001', 1, '0190a000-0000-7000-8000-000000000002')`,
      `DELETE FROM ledger_balances WHERE funding_source_id = '0190a000-0000-7000-8000-000000000001'`,
      'plain sums over the events say otherwise of posted_minor',
    ],
    [
      'ledger_balances',
      `INSERT INTO ledger_balances VALUES ('0190a000-0000-7000-8000-000000000001', 0, '0190a000-0000-7000-8000-000000000002')`,
      `DELETE FROM ledger_balances WHERE funding_source_id = '0190a000-0000-7000-8000-000000000001'`,
      'no event says that there is such a row',
    ],
    [
      'ledger_payments',
      `UPDATE ledger_payments SET transit_minor = transit_minor + 1`,
      `UPDATE ledger_payments SET transit_minor = transit_minor - 1`,
      'plain sums over the events say otherwise of transit_minor',
    ],
    [
      'ledger_payments',
      `UPDATE ledger_payments SET ended = NOT ended`,
      `UPDATE ledger_payments SET ended = NOT ended`,
      'the events say otherwise of ended',
    ],
    [
      'ledger_totals',
      `UPDATE ledger_totals SET minor = minor + 1 WHERE name = 'clearingIn'`,
      `UPDATE ledger_totals SET minor = minor - 1 WHERE name = 'clearingIn'`,
      'plain sums over the events say otherwise of what came in less what went out',
    ],
    [
      'ledger_totals',
      `ALTER TABLE ledger_totals RENAME TO kept;
       CREATE TABLE ledger_totals (LIKE kept INCLUDING ALL);
       INSERT INTO ledger_totals SELECT * FROM kept WHERE name NOT LIKE 'payments%'`,
      `DROP TABLE ledger_totals; ALTER TABLE kept RENAME TO ledger_totals`,
      'the row is missing',
    ],
    [
      'unfinished_payments',
      `INSERT INTO unfinished_payments VALUES ('0190a000-0000-7000-8000-000000000001', 1, true, 0, 0)`,
      `DELETE FROM unfinished_payments WHERE payment_id = '0190a000-0000-7000-8000-000000000001'`,
      'no event says that there is such a row',
    ],
    [
      'daily_statistics',
      `UPDATE daily_statistics SET count = count + 1 WHERE flow = 'balance-to-balance'`,
      `UPDATE daily_statistics SET count = count - 1 WHERE flow = 'balance-to-balance'`,
      'the events say otherwise of count',
    ],
  ];
  it.each(breaks)('names a row of %s that was changed', async (table, broken, mended, what) => {
    await service.dataSource.query(broken);
    const { difference } = await run();
    await service.dataSource.query(mended);
    expect(difference).toMatchObject({ table, what });
    const { key } = derivedTables.find(({ name }) => name === table) ?? { key: [] };
    const named = Object.keys(difference?.key ?? {});
    expect(named.length).toBeGreaterThan(0);
    expect(key).toEqual(expect.arrayContaining(named));
  });

  it('is broken here in every table that it looks at', () =>
    expect(new Set(breaks.map(([table]) => table))).toEqual(new Set(derivedTables.map(({ name }) => name))));
});
