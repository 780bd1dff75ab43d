import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@halyard/core';
import { startTestService, type TestService } from '@halyard/testing';
import { plansOf } from '../../../test/plans.js';
import { transfersService } from '../../transfers.module.js';
import { type PaymentConditions, paymentList } from './payment-list.query.js';
import { SUM_MATCHES } from './payment-sums.query.js';

const COUNT = 60_000;

describe('what a filter matches in a long list of payments', () => {
  let service: TestService;
  const accountId = newId();
  const rare = newId();
  const list = { ownerId: accountId, range: { oldest: 1, newest: COUNT } };
  beforeAll(async () => {
    service = await startTestService(transfersService);
    // A minute apart from 2026-01-01 on; one in a thousand is of the rare party and bank, and has failed.
    await service.dataSource.query(
      `WITH written AS (
         INSERT INTO transfers (id, payment_id, place, account_id, leg, kind, position, status, amount_minor,
           source_owner_kind, source_owner_id, source_funding_source_id, destination_owner_kind, destination_owner_id,
           destination_funding_source_id, correlation_id, created, version, account_number, payment_number,
           payment_status, source_number)
         SELECT id, id, 0, $1, 'party', 'bankCredit', n, 'processed', n, 'account', $1, $1, 'customer',
           CASE WHEN is_rare THEN $2::uuid ELSE md5((n % 500)::text)::uuid END,
           CASE WHEN is_rare THEN $2 ELSE md5((n % 500)::text)::uuid END, CASE WHEN is_rare THEN 'rare' END,
           '2026-01-01Z'::timestamptz + n * interval '1 minute', 2, n, n,
           CASE WHEN is_rare THEN 'failed' ELSE 'processed' END, n
         FROM generate_series(1, ${COUNT}) AS n, LATERAL (SELECT gen_random_uuid() AS id, n % 1000 = 0 AS is_rare) AS one
         RETURNING *
       )
       INSERT INTO party_transfers
       SELECT destination_owner_id, row_number() OVER (PARTITION BY destination_owner_id ORDER BY account_number), id,
         source_owner_id, created, amount_minor, status, correlation_id
       FROM written`,
      [accountId, rare],
    );
    await service.dataSource.query('VACUUM ANALYZE transfers, party_transfers');
  });
  afterAll(() => service.stop());

  /** How Postgres finds the matches, and adds them up. */
  const planOf = (conditions: PaymentConditions): Promise<string> =>
    plansOf(service.dataSource.manager, { count: 0, over: [], number: null }, (explaining) =>
      paymentList.pageOver(explaining, list, { ...conditions, limit: 25, offset: 0 }, SUM_MATCHES),
    );

  it.each<[string, PaymentConditions, string]>([
    ['the number', {}, 'transfers_by_payment_number'],
    [
      'the amount',
      { startAmount: 100n, endAmount: 200n },
      'Index Only Scan Backward using transfers_by_payment_number',
    ],
    ['days', { startDate: new Date('2026-01-02Z'), endDate: new Date('2026-01-03Z') }, 'transfers_by_account_created'],
    ['the status', { status: 'failed' }, 'transfers_by_payment_status'],
    ['the correlation id', { correlationId: 'rare' }, 'transfers_by_account_correlation_id'],
    ['parties', { transfers: { parties: [rare], by: 'main' } }, 'party_transfers_pkey'],
    ['all transfers of parties', { transfers: { parties: [rare], by: 'collecting' } }, 'party_transfers_pkey'],
    ['the bank', { transfers: { bank: rare, by: 'collecting' } }, 'transfers_by_destination'],
    [
      'the number, for a frequent party',
      { transfers: { parties: [rare], by: 'walking' } },
      'transfers_by_payment_number',
    ],
  ])('is found by the index of %s', async (_, conditions, index) => {
    const plan = await planOf(conditions);
    expect(plan).toContain(index);
    expect(plan).not.toContain('Seq Scan');
  });

  it.each<[string, PaymentConditions & { limit?: number; offset?: number }, number[], number]>([
    ['few, the newest first', { correlationId: 'rare', limit: 2 }, [60_000, 59_000], 60],
    ['of a bank', { transfers: { bank: rare, by: 'collecting' }, limit: 2 }, [60_000, 59_000], 60],
    ['of a party', { transfers: { parties: [rare], by: 'walking' }, limit: 2, offset: 58 }, [2_000, 1_000], 60],
    [
      'of a party and a day',
      { transfers: { parties: [rare], by: 'main' }, endDate: new Date('2026-01-02Z') },
      [1_000],
      1,
    ],
    ['more than are counted', { endAmount: 50_000n, limit: 2, offset: 1 }, [49_999, 49_998], 10_000],
    ['more than are counted, far behind', { endAmount: 50_000n, limit: 2, offset: 40_000 }, [10_000, 9_999], 10_000],
    ['many of old days', { endDate: new Date('2026-01-31Z'), limit: 2 }, [43_199, 43_198], 10_000],
    ['none', { status: 'cancelled' }, [], 0],
    ['all, far behind', { limit: 2, offset: 59_998 }, [2, 1], COUNT],
  ])('are %s', async (_, conditions, numbers, count) => {
    const query = { limit: 25, offset: 0, ...conditions };
    const { rows, total } = await paymentList.pageOver(service.dataSource.manager, list, query, SUM_MATCHES);
    expect([rows.map(({ paymentNumber }) => Number(paymentNumber)), total]).toEqual([numbers, count]);
  });
});
