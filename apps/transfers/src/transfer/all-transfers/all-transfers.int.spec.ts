import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@halyard/core';
import { totalOf } from '@halyard/lists';
import { startTestService, type TestService } from '@halyard/testing';
import { plansOf } from '../../../test/plans.js';
import { transfersService } from '../../transfers.module.js';
import { allTransfers } from './all-transfers.query.js';

const PAGE = { limit: 25, offset: 0 };
const COUNT = 60_000;

type Filters = Parameters<typeof allTransfers.find>[2];

describe('what a filter matches in a long list of all transfers', () => {
  let service: TestService;
  const accountId = newId();
  const rare = newId();
  const list = { ownerId: accountId, range: { oldest: 1, newest: COUNT } };
  beforeAll(async () => {
    service = await startTestService(transfersService);
    // A minute apart from 2026-01-01 on; one in a thousand is of the rare party, has an id of its own, and has failed.
    await service.dataSource.query(
      `WITH written AS (
         INSERT INTO transfers (id, payment_id, place, account_id, leg, kind, position, status, amount_minor,
           source_owner_kind, source_owner_id, source_funding_source_id, destination_owner_kind, destination_owner_id,
           destination_funding_source_id, correlation_id, created, version, account_number, source_number)
         SELECT id, id, 0, $1, 'party', CASE WHEN is_rare THEN 'bankCredit' ELSE 'balanceMove' END, n, CASE WHEN is_rare THEN 'failed' ELSE 'processed' END, n,
           'account', $1, $1, 'customer', CASE WHEN is_rare THEN $2::uuid ELSE md5((n % 500)::text)::uuid END,
           CASE WHEN is_rare THEN $2 ELSE $1 END,
           CASE WHEN is_rare THEN 'rare' END, '2026-01-01Z'::timestamptz + n * interval '1 minute', 2, n, n
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

  /** How Postgres counts what matches. */
  const planOf = (filters: Filters): Promise<string> =>
    plansOf(service.dataSource.manager, { count: 0, number: null }, (explaining) =>
      allTransfers.find(explaining, list, filters, PAGE),
    );

  it.each<[string, Filters, string]>([
    ['the amount', { startAmount: 100n, endAmount: 200n }, 'Index Only Scan using transfers_by_account_number'],
    ['days', { startDate: new Date('2026-01-02Z'), endDate: new Date('2026-01-03Z') }, 'transfers_by_account_created'],
    ['the status', { status: 'failed' }, 'transfers_by_account_status'],
    ['the correlation id', { correlationId: 'rare' }, 'transfers_by_account_correlation_id'],
    ['parties', { parties: [rare] }, 'party_transfers_pkey'],
    ['the bank', { bank: rare }, 'transfers_by_destination'],
  ])('is found by the index of %s', async (_, filters, index) => {
    const plan = await planOf(filters);
    expect(plan).toContain(index);
    expect(plan).not.toContain('Seq Scan');
  });

  it.each<[string, Filters & { limit?: number; offset?: number }, number[], number]>([
    ['few, the newest first', { correlationId: 'rare', limit: 2 }, [60_000, 59_000], 60],
    ['of a bank', { bank: rare, limit: 2 }, [60_000, 59_000], 60],
    ['of a party', { parties: [rare], limit: 2, offset: 58 }, [2_000, 1_000], 60],
    ['of a party and a day', { parties: [rare], endDate: new Date('2026-01-02Z') }, [1_000], 1],
    ['more than are counted', { endAmount: 50_000n, limit: 2, offset: 1 }, [49_999, 49_998], 10_000],
    ['many of old days', { endDate: new Date('2026-01-31Z'), limit: 2 }, [43_199, 43_198], 10_000],
    ['none', { status: 'cancelled' }, [], 0],
    ['all by time, the oldest last', { startDate: new Date(0), limit: 2, offset: 59_998 }, [2, 1], 10_000],
  ])('are %s', async (_, filters, numbers, total) => {
    const found = await allTransfers.find(service.dataSource.manager, list, filters, { ...PAGE, ...filters });
    expect([found.matches.map(({ number }) => number), totalOf(found.count).total]).toEqual([numbers, total]);
  });
});
