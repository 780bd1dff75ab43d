import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@halyard/core';
import { COUNT_MAX } from '@halyard/lists';
import type { TestService } from '@halyard/testing';
import { startCustomers } from '../../test/customers.js';
import { customerList, searchByText } from './customer-list.query.js';

const COUNT = 60_000;

/** One first name in twenty; each last name begins alike, and has two customers. */
const CUSTOMERS = `
  INSERT INTO listed_customers (account_id, position, customer_id, status, search_text)
  SELECT $1, n, gen_random_uuid(), CASE WHEN n % 1000 = 0 THEN 'retry' ELSE 'verified' END,
    format(E' %s name%s\\n %s@example.com\\n ', CASE WHEN n % 20 = 0 THEN 'ada' ELSE 'grace' END,
      to_hex(n::bigint * 7919 % 30000), n)
  FROM generate_series(1, ${COUNT}) AS n`;

describe('customers of a long list', () => {
  const accountId = newId();
  let service: TestService;
  /** By position, from 1. */
  let texts: readonly string[];
  beforeAll(async () => {
    service = await startCustomers();
    await service.dataSource.query(CUSTOMERS, [accountId]);
    await service.dataSource.query('VACUUM (ANALYZE) listed_customers');
    const rows = await service.dataSource.query<{ text: string }[]>(
      'SELECT search_text AS text FROM listed_customers WHERE account_id = $1 ORDER BY position',
      [accountId],
    );
    texts = ['', ...rows.map(({ text }) => text)];
  });
  afterAll(() => service.stop());

  const list = { ownerId: accountId, range: { oldest: 1, newest: COUNT } };

  /** How the index is asked for the matches of a search. */
  async function planOf(search: string): Promise<string> {
    const { manager } = service.dataSource;
    const plans: string[] = [];
    const explaining = Object.create(manager) as typeof manager;
    explaining.query = async <T>(sql: string, values?: unknown[]): Promise<T> => {
      if (!sql.startsWith('WITH matches')) return manager.query<T>(sql, values);
      const lines = await manager.query<{ 'QUERY PLAN': string }[]>(`EXPLAIN ${sql}`, values);
      plans.push(lines.map((line) => line['QUERY PLAN']).join('\n'));
      return [{ count: 0, number: null }] as T;
    };
    const wanted = { search: await searchByText(manager, list, search) };
    await customerList.find(explaining, list, wanted, { offset: 0, limit: 25 });
    return plans.join('\n');
  }

  it.each([
    ['ada name1', /~~ '%ada%'::text/, /~~ '%nam%'|~~ '%ame%'/],
    ['name1ef0', /~~ '%ef0%'::text/, /~~ '%nam%'|~~ '%ame%'/],
    ['ada', /~~ '%ada%'::text/, /COLLATE/],
  ])('are asked of the index by what tells them apart: %s', async (search, asked, never) => {
    const [condition] = /Index Cond: .*/.exec(await planOf(search)) ?? [''];
    expect(condition).toMatch(asked);
    expect(condition).not.toMatch(never);
  });

  it.each([
    'ada name1',
    'ADA NAME1E',
    'name1ef0',
    'name',
    'ada name',
    'e name',
    'da n',
    'ada%name',
    'ada_name',
    'name1 ada',
    'me1\\',
    '777@example',
    'zuse name',
    'grace name1',
    'example.com',
  ])('are found and counted exactly: %s', async (search) => {
    const { manager } = service.dataSource;
    const page = { offset: 3, limit: 25 };
    const wanted = { search: await searchByText(manager, list, search) };
    const { matches, count } = await customerList.find(manager, list, wanted, page);
    const matching = [...texts.keys()].filter((at) => texts[at]?.includes(search.toLowerCase())).reverse();
    expect(matches.map(({ number }) => number)).toEqual(matching.slice(page.offset, page.offset + page.limit));
    expect(count).toBe(Math.min(matching.length, COUNT_MAX + 1));
  });

  it('are found by a search beside a status, in a range', async () => {
    const { manager } = service.dataSource;
    const upTo = { ...list, range: { oldest: 1, newest: 55_000 } };
    const wanted = { after: 20_000, status: ['retry'], search: await searchByText(manager, upTo, 'ada name') } as const;
    const { matches, count } = await customerList.find(manager, upTo, wanted, { offset: 0, limit: 2 }, 'ASC');
    expect([matches.map(({ number }) => number), count]).toEqual([[21_000, 22_000], 35]);
  });
});
