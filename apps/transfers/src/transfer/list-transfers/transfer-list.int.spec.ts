import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@halyard/core';
import { totalOf } from '@halyard/lists';
import { startTestService, type TestService } from '@halyard/testing';
import { transfersService } from '../../transfers.module.js';
import { LIST_HEAD } from '../party-list.rows.js';
import { transferList } from './transfer-list.query.js';
import type { TransferFilters } from './transfer-filters.js';

const PAGE = { limit: 25, offset: 0 };
const COUNT = 60_000;

describe('what a filter matches in a long list', () => {
  let service: TestService;
  const partyId = newId();
  const rare = newId();
  const list = { ownerId: partyId, range: { oldest: 1, newest: COUNT } };
  beforeAll(async () => {
    service = await startTestService(transfersService);
    // A minute apart from 2026-01-01 on; one in a thousand has the rare other party, an id of its own, and has failed.
    await service.dataSource.query(
      `INSERT INTO party_transfers
       SELECT $1, n, gen_random_uuid(), CASE WHEN n % 1000 = 0 THEN $2::uuid ELSE gen_random_uuid() END,
         '2026-01-01Z'::timestamptz + n * interval '1 minute', n, CASE WHEN n % 1000 = 0 THEN 'failed' ELSE 'processed' END,
         CASE WHEN n % 1000 = 0 THEN 'rare' END
       FROM generate_series(1, ${COUNT}) AS n`,
      [partyId, rare],
    );
    // Most lists are short: by the number alone Postgres would take what begins this one for half of all rows.
    await service.dataSource.query(
      `INSERT INTO party_transfers
       SELECT md5((n % 40000)::text)::uuid, n / 40000 + 1, gen_random_uuid(), $1,
         '2026-01-01Z'::timestamptz + n * interval '1 minute', n, 'processed'
       FROM generate_series(1, ${COUNT}) AS n`,
      [partyId],
    );
    await service.dataSource.query('ANALYZE party_transfers');
  });
  afterAll(() => service.stop());

  /** How Postgres counts what matches, and how it reads a page of more than are counted. */
  async function plansOf(filter: Partial<TransferFilters>, others?: readonly string[]): Promise<string[]> {
    const { manager } = service.dataSource;
    const plans: string[] = [];
    const explaining = Object.create(manager) as typeof manager;
    explaining.query = async <T>(sql: string, values?: unknown[]): Promise<T> => {
      const lines = await manager.query<{ 'QUERY PLAN': string }[]>(`EXPLAIN ${sql}`, values);
      plans.push(lines.map((line) => line['QUERY PLAN']).join('\n'));
      return [{ count: COUNT, number: null }] as T;
    };
    await transferList.find(explaining, list, { ...filter, others }, PAGE);
    return plans;
  }

  it.each<[string, Partial<TransferFilters>, string[] | undefined, string]>([
    ['the amount', { startAmount: 100n, endAmount: 200n }, undefined, 'by_amount_minor'],
    ['days', { startDate: new Date('2026-01-02Z'), endDate: new Date('2026-01-03Z') }, undefined, 'by_created'],
    ['the status', { status: 'failed' }, undefined, 'by_status'],
    ['the correlation id', { correlationId: 'rare' }, undefined, 'by_correlation_id'],
    ['parties', {}, [rare], 'by_other_party_id'],
    ['a thousand parties', {}, Array.from({ length: 999 }, () => newId()), 'by_other_party_id'],
  ])('is found by the index of %s', async (_, filter, others, index) => {
    const [counted] = await plansOf(filter, others);
    expect(counted).toContain(`party_transfers_${index}`);
    expect(counted).not.toContain('Seq Scan on party_transfers');
  });

  it.each<[string, Partial<TransferFilters>]>([
    ['an amount', { startAmount: 1n }],
    ['days', { startDate: new Date('2026-01-01Z') }],
    ['a status', { status: 'processed' }],
    ['an amount and a status', { endAmount: BigInt(COUNT), status: 'processed' }],
  ])('is counted in an index where nearly all are of %s', async (_, filter) => {
    for (const plan of await plansOf(filter)) {
      expect(plan).toContain('Index');
      expect(plan).not.toMatch(/Seq Scan on party_transfers|Bitmap/);
    }
  });

  it.each<[string, Partial<TransferFilters>, number[], number]>([
    ['few, the newest first', { correlationId: 'rare', limit: 2 }, [60_000, 59_000], 60],
    ['a later page', { status: 'failed', limit: 2, offset: 58 }, [2_000, 1_000], 60],
    ['more than are counted', { endAmount: 50_000n, limit: 2, offset: 1 }, [49_999, 49_998], 10_000],
    ['many of old days', { endDate: new Date('2026-01-31Z'), limit: 2 }, [43_199, 43_198], 10_000],
    ['none', { status: 'cancelled' }, [], 0],
    ['around the last that no index has', { startAmount: 255n, endAmount: 258n }, [258, 257, 256, 255], 4],
    ['of the first day', { endDate: new Date('2026-01-01T00:03Z') }, [2, 1], 2],
    ['all, the oldest last', { startAmount: 1n, limit: 3, offset: 59_997 }, [3, 2, 1], 10_000],
    ['all by time, the oldest last', { startDate: new Date(0), limit: 2, offset: 59_998 }, [2, 1], 10_000],
  ])('are %s', async (_, filter, numbers, total) => {
    const found = await transferList.find(service.dataSource.manager, list, filter, { ...PAGE, ...filter });
    expect([found.matches.map(({ number }) => number), totalOf(found.count).total]).toEqual([numbers, total]);
  });

  it.each([
    ['in the head of the list', 100],
    ['where the head ends', LIST_HEAD],
    ['beyond it', LIST_HEAD + 1],
  ])('end at an anchor %s', async (_, anchor) => {
    const until = { ...list, range: { oldest: 1, newest: anchor } };
    const found = await transferList.find(service.dataSource.manager, until, { startAmount: 1n }, PAGE);
    expect([found.matches[0]?.number, found.count]).toEqual([anchor, anchor]);
  });
});
