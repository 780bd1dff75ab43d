import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApplicationPrincipal, CollectionDocument } from '@halyard/contracts';
import { newId } from '@halyard/core';
import { applicationPrincipal, type TestService } from '@halyard/testing';
import { idOf, person, personal, startCustomers } from '../../../test/customers.js';

describe('GET /customers', () => {
  let customers: TestService;
  beforeAll(async () => {
    customers = await startCustomers();
  });
  afterAll(() => customers.stop());

  const create = async (as: ApplicationPrincipal, body: object = person()): Promise<string> =>
    idOf((await customers.call('POST', '/customers', { principal: as, body })).body);
  const list = async (
    as: ApplicationPrincipal,
    query: Record<string, string | string[]> = {},
  ): Promise<CollectionDocument> => {
    const { body } = await customers.call('GET', '/customers', { principal: as, query });
    if (body.document !== 'collection') throw new Error(JSON.stringify(body));
    return body;
  };
  const idsOf = ({ items }: CollectionDocument): string[] => items.map(({ id }) => id);
  const createMany = async (as: ApplicationPrincipal, count: number): Promise<string[]> => {
    const ids: string[] = [];
    for (let n = 0; n < count; n += 1) ids.unshift(await create(as));
    return ids;
  };

  it('shows the customers of all applications of the account, newest first, and no others', async () => {
    const as = applicationPrincipal();
    const sibling = applicationPrincipal({ accountId: as.accountId });
    const first = await create(as);
    await create(applicationPrincipal());
    const second = await create(sibling);
    for (const who of [as, sibling]) {
      const answer = await list(who);
      expect(idsOf(answer)).toEqual([second, first]);
      expect(answer).toMatchObject({ self: { kind: 'customers', id: '' }, of: 'customer', total: 2 });
    }
    expect(await list(applicationPrincipal())).toMatchObject({ items: [], total: 0 });
  });

  it('pages by limit and offset', async () => {
    const as = applicationPrincipal();
    const ids = await createMany(as, 5);
    const page = await list(as, { limit: '2', offset: '2' });
    expect(idsOf(page)).toEqual(ids.slice(2, 4));
    expect(page).toMatchObject({ total: 5, page: { limit: 2, offset: 2, anchor: '5' } });
    expect(idsOf(await list(as, { offset: '5' }))).toEqual([]);
  });

  it('keeps the pages of an anchor as they were while new customers arrive', async () => {
    const as = applicationPrincipal();
    const ids = await createMany(as, 4);
    const first = await list(as, { limit: '2' });
    await createMany(as, 3);
    const next = await list(as, { limit: '2', offset: '2', anchor: first.page?.anchor ?? '' });
    expect([...idsOf(first), ...idsOf(next)]).toEqual(ids);
    expect(next).toMatchObject({ total: 4, page: { anchor: '4' } });
  });

  it('takes an anchor from the future for the present', async () => {
    const as = applicationPrincipal();
    await createMany(as, 2);
    expect(await list(as, { anchor: '999999999' })).toMatchObject({ total: 2, page: { anchor: '2' } });
  });

  it('numbers customers that arrive at once without a hole, so that the total is exact', async () => {
    const as = applicationPrincipal();
    await Promise.all(Array.from({ length: 12 }, () => create(as)));
    const answer = await list(as);
    expect(new Set(idsOf(answer)).size).toBe(12);
    expect(answer.total).toBe(12);
  });

  it.each([
    ['a first name', 'GRAC', true],
    ['a last name', 'oppe', true],
    ['both names', 'grace hop', true],
    ['an e-mail', '@NAVY', true],
    ['a business name', 'cobol & c', true],
    ['letters beyond ASCII, in any case', 'ñO', true],
    ['a text that spans two fields', 'hoppergrace', false],
    ['a wildcard', 'gr%ce', false],
    ['another wildcard', 'gr_ce', false],
    ['a backslash', '\\', false],
  ])('finds by %s', async (_, search, found) => {
    const as = applicationPrincipal();
    await create(as);
    const email = `grace.${newId()}@navy.example`;
    const id = await create(as, { firstName: 'Grace', lastName: 'Hopper', email, businessName: 'Cobol & Co Ñoño' });
    const answer = await list(as, { search });
    expect(idsOf(answer)).toEqual(found ? [id] : []);
    expect(answer.total).toBe(found ? 1 : 0);
  });

  it('filters by status, several of them too', async () => {
    const as = applicationPrincipal();
    const unverified = await create(as);
    const retry = await create(as, personal({ firstName: 'retry' }));
    const document = await create(as, personal({ firstName: 'document' }));
    expect(idsOf(await list(as, { status: 'unverified' }))).toEqual([unverified]);
    const both = await list(as, { status: ['retry', 'document'] });
    expect(idsOf(both)).toEqual([document, retry]);
    expect(both.total).toBe(2);
  });

  it('filters by the whole e-mail, in any case', async () => {
    const as = applicationPrincipal();
    const id = await create(as, person({ email: 'Exact@example.com' }));
    await create(as, person({ email: 'not.exact@example.com' }));
    expect(idsOf(await list(as, { email: 'exact@EXAMPLE.com' }))).toEqual([id]);
    expect(idsOf(await list(as, { email: 'exact@' }))).toEqual([]);
  });

  it('counts the matches of a filter to 10,000, and all customers exactly', async () => {
    const as = applicationPrincipal();
    await customers.dataSource.query(
      `INSERT INTO customers (id, account_id, application_id, position, type, status, first_name, last_name, email,
         email_key, search_text, created, version)
       SELECT gen_random_uuid(), $1, $2, n, 'unverified', 'unverified', 'A', 'B', n || '@x.io', n || '@x.io', 'a b', now(), 1
       FROM generate_series(1, 10001) AS n`,
      [as.accountId, as.applicationId],
    );
    await customers.dataSource.query('INSERT INTO customer_counts VALUES ($1, 10001)', [as.accountId]);
    const all = await list(as);
    expect([all.total, all.totalIsAtLeast]).toEqual([10_001, undefined]);
    expect(await list(as, { search: 'a b' })).toMatchObject({ total: 10_000, totalIsAtLeast: true });
    const atMost = await list(as, { search: 'a b', anchor: '10000' });
    expect([atMost.total, atMost.totalIsAtLeast]).toEqual([10_000, undefined]);
  });

  it('refuses a query that it can not read', async () => {
    const { status, body } = await customers.call('GET', '/customers', {
      principal: applicationPrincipal(),
      query: { limit: '201' },
    });
    expect([status, body]).toMatchObject([400, { code: 'ValidationError', faults: [{ path: '/query/limit' }] }]);
  });
});
